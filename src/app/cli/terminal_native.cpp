#include <unistd.h>

#include "app/cli/terminal.h"

namespace lesson::cli {

bool stderr_is_terminal() { return isatty(STDERR_FILENO) == 1; }

}  // namespace lesson::cli
