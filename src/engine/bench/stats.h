// Order statistics of a few timings, and whether they were disturbed.
#pragma once

#include <vector>

namespace lesson {

struct Quartiles {
  double min, q1, median, q3, max;
};

// Linear between the two nearest samples. Of no samples: all 0.
Quartiles quartiles(std::vector<double> samples);

// The machine changed while we measured: the medians of the first and last third differ by more than 10 %, or one sample
// took more than twice the median. Fewer than 3 samples tell nothing: false.
bool drifted(const std::vector<double>& samples);

}  // namespace lesson
