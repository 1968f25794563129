// States with every input at random, within its range: for property tests.
#pragma once

#include <cmath>
#include <random>
#include <string>

#include "engine/calc/shape_text.h"
#include "engine/catalog/catalog.h"
#include "engine/lesson/params.h"

namespace lesson {

inline double random_number(const ParamSpec& spec, std::mt19937& random) {
  std::uniform_real_distribution<double> unit(0, 1);
  const double pick = unit(random);
  if (pick < 0.05) return spec.allow_zero ? 0 : spec.min;
  if (pick > 0.95) return spec.max;
  if (spec.scale == ParamScale::linear) return spec.min + (spec.max - spec.min) * unit(random);
  return spec.min * std::pow(spec.max / spec.min, unit(random));
}

// About half of the inputs keep their defaults.
inline LessonState random_state(std::mt19937& random) {
  LessonState state;
  for (const ParamSpec& spec : params()) {
    if (random() % 2 == 0) continue;
    if (spec.kind == ParamKind::choice) {
      const std::vector<Choice> choices = spec.choices(state.environment);
      state.set(spec.key, choices[random() % choices.size()].id);
    } else if (spec.kind == ParamKind::text) {
      state.set(spec.key, shape_text(models()[random() % models().size()].shape));
    } else {
      state.set_number(spec, random_number(spec, random));
    }
  }
  return state;
}

}  // namespace lesson
