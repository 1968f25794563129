// The program `lesson`.
#include "app/cli/commands.h"

int main(int argc, char** argv) { return lesson::cli::run(argc, argv); }
