// The fields of what a benchmark says, once for every writer: field(name, value) is called for each, in the order of the document.
// Values are texts, numbers, truths, lists of numbers or texts, and std::optional numbers.
#pragma once

#include "engine/bench/bench.h"
#include "engine/bench/host_facts.h"
#include "engine/bench/tune.h"
#include "engine/gemm/gemm.h"

namespace lesson {

// A speed above the peak says that the peak is wrong, so there is no share of it.
inline std::optional<double> theory_ratio(const BenchResult& r) {
  if (!r.theory_flops_per_s || !(r.flops_per_s <= *r.theory_flops_per_s)) return std::nullopt;
  return r.flops_per_s / *r.theory_flops_per_s;
}

template <class Field>
void each_field(const BenchResult& r, Field&& field) {
  field("kernel", r.kernel);
  field("idea", r.idea);
  field("flags", r.flags);
  field("device", r.device);
  field("device_name", r.device_name);
  field("dtype", r.dtype);
  field("accumulate", r.accumulate);
  field("m", r.m);
  field("n", r.n);
  field("k", r.k);
  field("threads_requested", r.threads_requested);
  field("threads", r.threads);
  field("threads_note", r.threads_note);
  field("samples", r.samples);
  field("calls_per_sample", r.calls_per_sample);
  field("median_ns", r.median_ns);
  field("q1_ns", r.q1_ns);
  field("q3_ns", r.q3_ns);
  field("min_ns", r.min_ns);
  field("sample_ns", r.sample_ns);
  field("first_call_ns", r.first_call_ns);
  field("flops_per_s", r.flops_per_s);
  field("peak_flops_per_s", r.peak_flops_per_s);
  field("peak_ratio", r.peak_ratio);
  field("peak_source", r.peak_source);
  field("theory_flops_per_s", r.theory_flops_per_s);
  field("theory_ratio", theory_ratio(r));
  field("theory_source", r.theory_source);
  field("error", r.error);
  field("error_bound", r.error_bound);
  field("format_error", r.format_error);
  field("bytes_moved", r.bytes_moved);
  field("verified", r.verified);
  field("disturbed", r.disturbed);
  field("clock_step_ns", r.clock_step_ns);
}

template <class Field>
void each_field(const TunedBest& b, Field&& field) {
  field("dtype", b.dtype);
  field("n", b.n);
  field("kernel", b.kernel);
  field("flops_per_s", b.flops_per_s);
  field("changed", b.changed);
}

template <class Field>
void each_field(const HostFacts& h, Field&& field) {
  field("cpu", h.cpu);
  field("cores", h.cores);
  field("isa", h.isa);
  field("module", h.module);
  field("threads_available", h.threads_available);
  field("threads_note", h.threads_note);
  field("isolated", h.isolated);
  field("clock_step_ns", h.clock_step_ns);
  field("compiler", h.compiler);
  field("system", h.system);
  field("memory_limit_bytes", h.memory_limit_bytes);
}

template <class Field>
void each_field(const Kernel& k, Field&& field) {
  field("id", k.id);
  field("dtype", type_id(k.desc->type));
  field("accumulate", accumulate_id(k.desc->type));
  field("rung", k.desc->rung);
  field("idea", std::string_view(k.desc->idea));
  field("flags", made_of(k));
  field("runs_here", runs_here(k));
  field("reason", why_not_here(k));
}

}  // namespace lesson
