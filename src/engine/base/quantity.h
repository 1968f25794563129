// A shown number: its value in base units, the terms it is made of, and the words that explain it.
// Calculators return quantities, so a derivation is data and the same on canvas, page and command line.
// Units: bytes, FLOPs, seconds, USD, GPU-hours, watts, joules ... (`unit_symbol`); scaled only when formatted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lesson {

enum class Unit : std::uint8_t {
  none,               // a plain count or pure number
  exact,              // a pure number whose digits matter: 3.140625 is shown in full
  ratio,              // 0.5 is shown as "50 %"
  bytes,
  bytes_per_param,
  bytes_per_token,
  bytes_per_s,
  bits,
  bits_per_param,
  flops,              // an amount of work
  flops_per_s,        // a speed
  flops_per_token,
  flops_per_byte,     // arithmetic intensity
  params,
  tokens,
  tokens_per_s,
  tokens_per_param,
  seconds,
  gpu_hours,
  gpus,
  usd,
  usd_per_gpu_hour,
  watts,
  kwh,
  kg_co2,
  kg_per_kwh,
};

std::string_view unit_symbol(Unit unit);  // "GB" family is chosen when formatting; this is the base unit: "B", "FLOP", "s"

struct Term {
  std::string name;   // "gradients"
  double value = 0;   // base units
  Unit unit = Unit::none;
};

struct Quantity {
  std::string name;   // "train-memory.total": stable, used by links, tests, scripts
  std::string label;  // "to train, before activations"
  std::optional<double> value;  // absent means n/a, and `reason` says why
  Unit unit = Unit::none;
  std::vector<Term> terms;      // in drawing order; they add up to value where the quantity is a sum
  std::string formula;          // "parameters × bytes per parameter"
  std::string substituted;      // "7 × 10⁹ × 2 bytes"
  std::string source;           // paper, datasheet or "definition"
  std::string left_out;         // what the number does not contain
  std::string reason;           // only for n/a
  std::string caution;          // a disputed or missing input, to be marked: "sources dispute this device's power"
};

}  // namespace lesson
