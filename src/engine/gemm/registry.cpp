// The table of kernels, written by the build from kernels/CMakeLists.txt.
#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "engine/gemm/gemm.h"
#include "engine/gemm/loaded.h"

#define LESSON_GEMM_KERNEL(id, isa, flags) extern "C" const lesson::KernelDesc id;
#include "gemm_kernels.inc"
#undef LESSON_GEMM_KERNEL

namespace lesson {
namespace {

std::vector<Kernel> make_table() {
  const auto place = [](const Kernel& kernel) {
    const bool other = kernel.desc->type != GemmType::fp32;  // float32's ladder comes first
    return std::tuple(other, kernel.desc->type, kernel.desc->rung);
  };
  std::vector<Kernel> all;
  const auto add = [&](const Kernel& kernel) { all.insert(std::ranges::upper_bound(all, place(kernel), {}, place), kernel); };
#define LESSON_GEMM_KERNEL(id, isa, flags) add({#id, Isa::isa, flags, &::id});
#include "gemm_kernels.inc"
#undef LESSON_GEMM_KERNEL
  for (const Kernel& kernel : loadable_kernels()) add(kernel);
  return all;
}

std::string list_of_ids() {
  std::string ids;
  for (const Kernel& kernel : kernels()) ids.append(ids.empty() ? "" : ", ").append(kernel.id);
  return ids;
}

}  // namespace

std::span<const Kernel> kernels() {
  static const std::vector<Kernel> table = make_table();
  return table;
}

bool runs_here(const Kernel& kernel) {
  return has_all(host_isa(), kernel.needs) && (kernel.desc->probe == nullptr || kernel.desc->probe() == nullptr);
}

std::string why_not_here(const Kernel& kernel) {
  if (runs_here(kernel)) return {};
  const std::string id(kernel.id);
  const std::string instead = ": choose another kernel, or best.";
  if (has_all(host_isa(), kernel.needs)) return id + " cannot run here, because " + kernel.desc->probe() + instead;
  return id + " needs " + std::string(isa_name(kernel.needs)) + ", which this processor does not have" + instead;
}

Result<const Kernel*> find_kernel(std::string_view id) {
  for (const Kernel& kernel : kernels()) {
    if (kernel.id == id) return &kernel;
  }
  return fail(ErrorCode::unknown_name,
              "There is no kernel called '" + std::string(id) + "': use best, or one of " + list_of_ids() + ".");
}

}  // namespace lesson
