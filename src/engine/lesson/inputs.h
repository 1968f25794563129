// Every input of every lab, with its default. This is the only place where a default is written.
// Numbers are base units (bytes, FLOPs, seconds, USD); choices are ids. Keys, ranges and help: params.h.
#pragma once

#include <string>
#include <string_view>

namespace lesson {

struct CostInputs {
  double n = 512;  // rows and columns of the square product
  std::string dtype = "fp32";
  std::string kernel = "best";
  double threads = 1;
  double repeats = 5;  // timed samples a size
};

struct PrecisionInputs {
  std::string dtype = "bf16";
  double value = 3.14159265358979323846;
  double n = 512;  // size of the product that compares the formats
};

inline constexpr std::string_view kOwnModel = "own";  // a model input's id for PageInputs::config
inline constexpr std::string_view kNoConfig = "none";

struct RunMemoryInputs {
  std::string model = "none";  // a catalogue id, or kOwnModel; "none" uses params
  double params = 7e9;
  std::string dtype = "bf16";
  double context = 0;  // tokens held in the attention cache
  double batch = 1;
  std::string kv_dtype = "bf16";
  double overhead_ratio = 0;  // of the weights; an assumption, off by default
  std::string gpu = "h100-sxm5-80gb";
};

struct TrainMemoryInputs {
  std::string model = "none";
  double params = 7e9;
  std::string convention = "16";  // bytes a parameter with AdamW; several are published: calc/train_memory.h
  std::string optimizer = "adamw";
  double gpus = 1;
  std::string sharding = "zero0";  // zero0 ... zero3
  std::string method = "full";     // full, lora, qlora
  double rank = 16;
  std::string targets = "all";  // ids of calc/model.h
  double context = 0;           // tokens a sequence for activations; 0 leaves them out
  double batch = 1;
  std::string recompute = "none";  // none, selective, full
  std::string flash = "on";
  double tensor = 1;             // GPUs that split every matrix
  double pipeline = 1;           // GPUs that split the layers
  double interleave = 1;         // pieces of the model that each stage of the pipeline holds
  std::string sequence = "off";  // sequence parallel
  std::string gpu = "h100-sxm5-80gb";
  double update = 0.001;  // the small step added to 1.0 in bfloat16
};

struct ComputeInputs {
  std::string model = "none";
  double params = 1000;
  double tokens = 500;
  double active = 0;               // parameters that one token uses, for experts without a model; 0 = all
  double context = 0;              // for attention's own term; 0 leaves it out
  std::string causal = "off";      // count only the half of attention that causal attention must do
  std::string recompute = "none";  // none, selective, full
  std::string method = "full";     // full, lora
  double rank = 16;
  std::string targets = "all";
  std::string serve_model = "llama-3-8b";
  std::string serve_gpu = "h100-sxm5-80gb";
  std::string serve_dtype = "bf16";
  double serve_batch = 1;
  double serve_context = 2048;
  double serve_prompt = 2048;  // tokens that prefill reads
  std::string serve_kv_dtype = "bf16";
  double serve_gpus = 1;
  double serve_utilization_ratio = 0.5;  // of the peak, in prefill
};

inline constexpr std::string_view kPriceDate = "May 2026";  // of the default price

struct TimeCostInputs {
  double params = 100e6;
  double tokens = 3e9;
  std::string gpu = "petaflop";
  std::string dtype = "bf16";
  double utilization_ratio = 0.5;
  double gpus = 1;
  double price_usd = 3;  // per GPU-hour, as of kPriceDate
  double power_w = 700;  // of one GPU; 0 = the device's own, from the catalogue
  double pue = 1.1;
  double carbon_kg_per_kwh = 0.385;
};

struct RunsInputs {
  double utilization_ratio = 0.4;
  std::string gpu = "all";     // filter of the published runs
  std::string sort = "ratio";  // their order in the table: ratio, hours, flops, utilization, name
};

struct HardwareInputs {
  std::string gpu = "h100-sxm5-80gb";  // the device this tab is held against
  std::string dtype = "bf16";
};

struct PageInputs {
  std::string units = "gb";       // gb or gib
  std::string config{kNoConfig};  // the reader's own model as calc/shape_text.h writes it
};

struct Inputs {
  CostInputs cost;
  PrecisionInputs precision;
  RunMemoryInputs run_memory;
  TrainMemoryInputs train_memory;
  ComputeInputs compute;
  TimeCostInputs time_cost;
  RunsInputs runs;
  HardwareInputs hardware;
  PageInputs page;
};

}  // namespace lesson
