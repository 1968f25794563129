// What results.cpp asks of each section, and how a section turns calculators' answers into its own named results.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/lesson/results.h"

namespace lesson {

std::vector<Quantity> cost_results(const Inputs& inputs, const Measurements& measured);
std::vector<Quantity> precision_results(const Inputs& inputs, const Measurements& measured);
std::vector<Quantity> run_memory_results(const Inputs& inputs, const Measurements& measured);
std::vector<Quantity> train_memory_results(const Inputs& inputs, const Measurements& measured);
std::vector<Quantity> compute_results(const Inputs& inputs, const Measurements& measured);
std::vector<Quantity> time_cost_results(const Inputs& inputs, const Measurements& measured);
std::vector<Quantity> runs_results(const Inputs& inputs, const Measurements& measured);
std::vector<Quantity> hardware_results(const Inputs& inputs, const Measurements& measured);

inline constexpr std::string_view kNotMeasured = "not measured yet: press Run in the first lab";

// How a result is called; `unit` is used when there is no value to take it from.
struct ResultName {
  std::string_view name;
  std::string_view label;
  Unit unit;
  bool own_label = false;  // what the calculator calls it, which names the device, comes before `label`
};

// One row: which field of a calculator's answer becomes which result.
template <class Answer>
struct ResultRow {
  ResultName as;
  Quantity Answer::*field;
};

class ResultList {
 public:
  explicit ResultList(std::string_view section) : section_(section) {}

  void add(ResultName as, Quantity quantity) {
    quantity.name = section_ + "." + std::string(as.name);
    if (!as.own_label || quantity.label.empty()) quantity.label = as.label;
    list_.push_back(std::move(quantity));
  }
  void add(ResultName as, const Result<Quantity>& quantity) {
    if (quantity) {
      add(as, *quantity);
    } else {
      missing(as, quantity.error().message);
    }
  }
  void missing(ResultName as, std::string_view reason) {
    Quantity quantity;
    quantity.unit = as.unit;
    quantity.reason = reason;
    add(as, std::move(quantity));
  }
  // A calculator's answer, row by row; its error becomes the reason of each.
  template <class Answer, std::size_t N>
  void add_all(const Result<Answer>& answer, const ResultRow<Answer> (&rows)[N]) {
    for (const auto& [as, field] : rows)
      add(as, answer ? Result<Quantity>((*answer).*field) : fail(answer.error().code, answer.error().message));
  }

  std::vector<Quantity> take() { return std::move(list_); }

 private:
  std::string section_;
  std::vector<Quantity> list_;
};

}  // namespace lesson
