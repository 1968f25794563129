#include "app/cli/terminal.h"

#include <unistd.h>

namespace lesson::cli {

bool stderr_is_terminal() { return isatty(STDERR_FILENO) == 1; }

}  // namespace lesson::cli
