// What the command line does with its terminal: progress where someone is watching, and Ctrl-C.
#pragma once

#include <string>
#include <string_view>

namespace lesson::cli {

bool stderr_is_terminal();

// Shows an address in the reader's browser: $BROWSER, else xdg-open. False when neither can be started.
bool open_in_browser(const std::string& address);

// One line that is drawn over itself on stderr; nothing where nobody watches. Colour unless NO_COLOR is set.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  void show(double fraction, std::string_view words);
  void clear();

 private:
  bool watched_, coloured_, shown_ = false;
};

// While it exists, the first Ctrl-C only raises a flag; the second ends the program as ever.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  bool raised() const;
};

// Ctrl-C and the wish to end are blocked in every thread, so that only wait() sees them. Make it before any thread.
class StopSignals {
 public:
  StopSignals();
  void wait() const;
};

}  // namespace lesson::cli
