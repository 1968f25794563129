// What `lesson bench` is asked to measure, as a list of jobs: sizes, formats, kernels, threads, devices.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/json.h"
#include "app/measure_native.h"

namespace lesson::cli {

struct BenchOptions {
  std::vector<std::string> sizes, dtypes;  // --n 128,256 or 64x32x128; --dtype fp32,bf16 or all
  std::string kernel = "best";             // an id, best or all
  std::string threads, repeats;
  std::string device = "cpu";  // cpu, cuda, cuda:1, auto, all
  double seconds = 0;
  bool sweep = false, zeros = false;

  void add_to(CLI::App& command);
};

struct BenchPlan {
  std::vector<MeasureJob> jobs;
  bool one_kind = true;  // one device, format and kernel: the lines need no more words
  Json inputs = Json::object();
  std::vector<std::string> notes;  // what was changed
};

Result<BenchPlan> make_plan(const BenchOptions& options);

}  // namespace lesson::cli
