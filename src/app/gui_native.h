// `lesson gui`: the labs in a window, with the chapter list beside them. Measurements run on a thread; the window never
// waits.
#pragma once

#include <string_view>

#include "engine/base/result.h"

namespace lesson {

// Returns when the window is closed. Error::io when there is no display or no OpenGL 3.3, with GLFW's reason;
// Error::unknown_name for a section that does not exist. `section` may be empty: the first one. `config`: a model of the
// reader's own, as the input "page.config" has it; may be empty.
Result<void> run_gui(std::string_view section, std::string_view config);

}  // namespace lesson
