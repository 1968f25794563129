#include "engine/catalog/catalog.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "expect.h"

using namespace lesson;
using lesson::test::got;

namespace {
const NumberFormat& format(const char* id) { return *got(find_number_format(id)); }
const Device& device(const char* id) { return *got(find_device(id)); }
}  // namespace

TEST_CASE("catalog: sizes, unique ids, a source for every row") {
  CHECK(catalog_devices().size() == 52);
  CHECK(devices().size() == 54);
  CHECK(models().size() == 44);
  CHECK(runs().size() == 50);
  std::set<std::string_view> ids;
  for (const Device& d : devices()) {
    CHECK(ids.insert(d.id).second);
    CHECK(!d.source.empty());
  }
  for (const Model& m : models()) CHECK(!m.source.empty());
  for (const Run& r : runs()) {
    CHECK(!r.source.empty());
    CHECK(find_device(r.gpu_id).has_value());
    CHECK(dense_peak(device(std::string(r.gpu_id).c_str()), format(std::string(r.peak_format).c_str()))
              .flops_per_s.has_value());
  }
  CHECK(achievable().size() == 9);
  CHECK(peak_traps().size() == 12);
}

TEST_CASE("catalog: the two built-in devices are round numbers, not products") {
  CHECK(!device("petaflop").is_product);
  CHECK(device("petaflop").source == "a round number, not a product");
  CHECK(*dense_peak(device("petaflop"), format("bf16")).flops_per_s == 1e15);
  CHECK(*device("laptop").memory_bytes == 16e9);
  CHECK(!device("laptop").is_product);
  CHECK(!dense_peak(device("laptop"), format("bf16")).flops_per_s.has_value());
  for (const Device& d : catalog_devices()) CHECK(d.is_product);
}

TEST_CASE("catalog: units are base units") {
  const Device& h100 = device("h100-sxm5-80gb");
  CHECK(*h100.memory_bytes == 80e9);
  CHECK(*h100.bandwidth_bytes_per_s == 3.35e12);
  CHECK(*h100.dense_flops_per_s.bf16 == 989e12);
  CHECK(*h100.dense_flops_per_s.tf32 == 494.5e12);
  CHECK(*h100.power_watts == 700);
  CHECK(*device("a100-sxm4-80gb").dense_flops_per_s.bf16 == 312e12);
}

TEST_CASE("catalog: found by id and by display name in any case; a wrong one offers the nearest") {
  CHECK(device("H100 SXM5 80GB").id == "h100-sxm5-80gb");
  CHECK(device("h100 sxm5 80gb").id == "h100-sxm5-80gb");
  CHECK(device("Tesla T4").id == "t4");
  CHECK(got(find_model("LLAMA-3-8B"))->id == "llama-3-8b");
  CHECK(got(find_model("Gemma-3-27B (text)"))->id == "gemma-3-27b-text");
  CHECK(got(find_run("GPT-3 175B"))->id == "gpt-3-175b");
  const auto h100 = find_device("h100");
  CHECK(!h100.has_value());
  CHECK(h100.error().code == ErrorCode::unknown_name);
  CHECK(h100.error().message ==
        "There is no device \"h100\": the nearest are h100-sxm5-80gb, h100-pcie-80gb, h100-nvl-94gb.");
  CHECK(find_model("lama-3-8b").error().message.find("llama-3-8b") != std::string::npos);
  CHECK(!find_device("").has_value());
  CHECK(find_device(std::string(100000, 'x')).error().message.size() < 300);
}

TEST_CASE("catalog: absent is absent, with a reason") {
  const Peak v100 = dense_peak(device("v100-sxm2-32gb"), format("bf16"));
  CHECK(!v100.flops_per_s.has_value());
  CHECK(v100.reason == "Tesla V100 SXM2 32GB has no published dense peak in bfloat16 (fp16 only, no bf16)");
  const Peak block = dense_peak(device("h100-sxm5-80gb"), format("q4_0"));
  CHECK(!block.flops_per_s.has_value());
  CHECK(block.reason.find("unpacked") != std::string::npos);
  CHECK(!dense_peak(device("h100-sxm5-80gb"), format("fp64")).flops_per_s.has_value());
  CHECK(!device("tpu-v5p").power_watts.has_value());
}

TEST_CASE("catalog: disputed cells are marked") {
  const Peak m1 = dense_peak(device("apple-m1-max"), format("bf16"));
  CHECK(m1.uncertain);
  CHECK(m1.caution.find("sources disagree") == 0);
  CHECK(is_uncertain(device("a10g"), "tdp_w"));
  CHECK(!is_uncertain(device("a10g"), "bf16_tflops"));
  CHECK(!dense_peak(device("h100-sxm5-80gb"), format("bf16")).uncertain);
  for (const Device& d : devices()) {
    if (!d.uncertain.empty()) CHECK(!d.notes.empty());
  }
}

TEST_CASE("catalog: formats that share a peak, and traps that do not fool it") {
  const Device& h100 = device("h100-sxm5-80gb");
  CHECK(*dense_peak(h100, format("fp8_e4m3")).flops_per_s == *dense_peak(h100, format("fp8_e5m2")).flops_per_s);
  CHECK(*dense_peak(device("b200-sxm"), format("mxfp4")).flops_per_s == 9000e12);
  for (const PeakTrap& trap : peak_traps()) {
    const Peak right =
        dense_peak(device(std::string(trap.gpu_id).c_str()), format(std::string(trap.peak_format).c_str()));
    CHECK(right.flops_per_s.has_value());
    CHECK(*right.flops_per_s != trap.wrong_flops_per_s);
    if (trap.kind == "sparse") {
      const double factor = trap.wrong_flops_per_s / *right.flops_per_s;
      lesson::test::agrees(factor, 2, 0.03, std::string(trap.id));
    }
  }
}
