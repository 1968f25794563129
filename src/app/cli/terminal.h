// Is someone watching? Progress is shown only then.
#pragma once

namespace lesson::cli {

bool stderr_is_terminal();

}  // namespace lesson::cli
