// State to link and back: "#cost?n=512&dtype=fp32". Only values that differ from their defaults are written;
// keys of the named section are bare, others "section.name"; percent-encoded. "#cost" alone is a plain anchor.
// `r=` (measured results) and `token=` are carried through untouched: the app layer reads them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/lesson/params.h"

namespace lesson {

struct LinkContents {
  std::string section;  // empty when the link names none or an unknown one
  std::string results;  // base64url text of r=, empty if absent
  std::string token;
  std::vector<std::string> notes;  // one sentence for each thing ignored or changed
};

std::string make_link(const LessonState& state, std::string_view section_id);

// Applies what it understands, notes the rest; never fails. Text over 16 KiB (r= aside) is refused with a note.
LinkContents apply_link(LessonState& state, std::string_view fragment);

}  // namespace lesson
