#include "engine/calc/shape_text.h"

#include <algorithm>
#include <charconv>
#include <type_traits>

#include "engine/base/format.h"
#include "engine/base/language.h"
#include "engine/calc/model.h"

namespace lesson {
namespace {

struct Field {
  std::string_view name;
  std::int64_t (*get)(const ModelShape&);
  void (*set)(ModelShape&, std::int64_t);
  std::int64_t most = 1'000'000'000;
};

template <auto Member>
std::int64_t get_plain(const ModelShape& shape) {
  return static_cast<std::int64_t>(shape.*Member);
}
template <auto Member>
void set_plain(ModelShape& shape, std::int64_t value) {
  auto& slot = shape.*Member;
  slot = static_cast<std::remove_reference_t<decltype(slot)>>(value);
}
template <auto Member>
constexpr Field plain(std::string_view name, std::int64_t most = 1'000'000'000) {
  return {name, get_plain<Member>, set_plain<Member>, most};
}

// A member of a part that not every model has; 0 where the part is absent.
template <auto Part, auto Member>
std::int64_t get_part(const ModelShape& shape) {
  return shape.*Part ? static_cast<std::int64_t>((*(shape.*Part)).*Member) : 0;
}
template <auto Part, auto Member>
void set_part(ModelShape& shape, std::int64_t value) {
  if (!(shape.*Part)) (shape.*Part).emplace();
  auto& slot = (*(shape.*Part)).*Member;
  slot = static_cast<std::remove_reference_t<decltype(slot)>>(value);
}
template <auto Member>
constexpr Field expert(std::string_view name, std::int64_t most = 1'000'000'000) {
  return {name, get_part<&ModelShape::experts, Member>, set_part<&ModelShape::experts, Member>, most};
}
template <auto Member>
constexpr Field latent(std::string_view name) {
  return {name, get_part<&ModelShape::latent, Member>, set_part<&ModelShape::latent, Member>};
}

std::int64_t get_q_rank(const ModelShape& shape) { return shape.latent ? shape.latent->q_rank.value_or(0) : 0; }
void set_q_rank(ModelShape& shape, std::int64_t value) {
  if (!shape.latent) shape.latent.emplace();
  shape.latent->q_rank = value;
}

using S = ModelShape;
using E = ExpertShape;
using L = LatentShape;
constexpr Field kFields[] = {
    plain<&S::layers>("layers"),
    plain<&S::hidden>("hidden"),
    plain<&S::heads>("heads"),
    plain<&S::kv_heads>("kv_heads"),
    plain<&S::head_dim>("head_dim"),
    plain<&S::ffn>("ffn"),
    plain<&S::vocab>("vocab"),
    plain<&S::tied>("tied", 1),
    plain<&S::mlp>("gated", 1),
    plain<&S::norm>("layer_norm", 1),
    plain<&S::norms_per_layer>("norms", 8),
    plain<&S::qk_norm>("qk_norm", 1),
    plain<&S::biases>("biases", 2),
    plain<&S::head_bias>("head_bias", 1),
    plain<&S::embed_norm>("embed_norm", 1),
    plain<&S::learned_positions>("positions"),
    plain<&S::span>("span", 2),
    plain<&S::window>("window"),
    plain<&S::local_per_global>("local_per_global"),
    expert<&E::experts>("experts"),
    expert<&E::active_experts>("active_experts"),
    expert<&E::expert_ffn>("expert_ffn"),
    expert<&E::shared_experts>("shared_experts"),
    expert<&E::dense_layers>("dense_layers"),
    expert<&E::router_bias>("router_bias", 1),
    latent<&L::kv_rank>("kv_rank"),
    latent<&L::rope_dim>("rope_dim"),
    latent<&L::nope_dim>("nope_dim"),
    latent<&L::v_dim>("v_dim"),
    {"q_rank", get_q_rank, set_q_rank},
};

std::string cannot_read(std::string_view part) {
  return say("The model's sizes cannot be read at {}; write them as layers-32.hidden-4096.heads-32 and so on.", quoted(part));
}

Result<void> read_part(ModelShape& shape, std::string_view part) {
  const std::size_t dash = part.find('-');
  if (dash == std::string_view::npos) return fail(ErrorCode::bad_format, cannot_read(part));
  const std::string_view name = part.substr(0, dash), digits = part.substr(dash + 1);
  for (const Field& field : kFields) {
    if (field.name != name) continue;
    std::int64_t value = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool readable = parsed.ec == std::errc() && parsed.ptr == digits.data() + digits.size();
    if (!readable || value < 0 || value > field.most) return fail(ErrorCode::bad_format, cannot_read(part));
    field.set(shape, value);
    return {};
  }
  return fail(ErrorCode::bad_format, cannot_read(part));
}

}  // namespace

std::string shape_text(const ModelShape& shape) {
  const ModelShape plain_shape;
  std::string text;
  for (const Field& field : kFields) {
    const std::int64_t value = field.get(shape);
    if (value == field.get(plain_shape)) continue;
    text += (text.empty() ? "" : ".") + std::string(field.name) + "-" + std::to_string(value);
  }
  return text;
}

Result<ModelShape> parse_shape(std::string_view text) {
  ModelShape shape;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find('.'));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    if (auto ok = read_part(shape, part); !ok) return std::unexpected(ok.error());
  }
  if (auto ok = check_shape(shape); !ok) return std::unexpected(ok.error());
  return shape;
}

}  // namespace lesson
