#include <fmt/format.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "app/cli/terminal.h"

namespace lesson::cli {
namespace {

constexpr int kBarWidth = 24;

volatile sig_atomic_t interrupted = 0;

sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool plain_terminal() {
  const char* kind = std::getenv("TERM");
  return kind == nullptr || std::string_view(kind) == "dumb";
}

}  // namespace

bool stderr_is_terminal() { return isatty(STDERR_FILENO) == 1; }

bool open_in_browser(const std::string& address) {
  const char* wanted = std::getenv("BROWSER");
  const std::string program = wanted != nullptr && *wanted != '\0' ? wanted : "xdg-open";
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    // Its grandchild lives on by itself; what it says is not ours.
    if (fork() != 0) _exit(0);
    setsid();
    const int nowhere = open("/dev/null", O_RDWR);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
    const sigset_t none = [] { sigset_t set; sigemptyset(&set); return set; }();
    sigprocmask(SIG_SETMASK, &none, nullptr);
    execlp(program.c_str(), program.c_str(), address.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child;
}

ProgressLine::ProgressLine() : watched_(stderr_is_terminal() && !plain_terminal()), coloured_(!is_set("NO_COLOR")) {}

void ProgressLine::show(double fraction, std::string_view words) {
  if (!watched_) return;
  const int filled = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * kBarWidth);
  std::string bar, rest;
  for (int i = 0; i < kBarWidth; ++i) (i < filled ? bar : rest) += i < filled ? "=" : " ";
  fmt::print(stderr, "\r\033[K[{}{}{}{}] {:3.0f} %  {}", coloured_ ? "\033[34m" : "", bar, coloured_ ? "\033[0m" : "", rest,
             fraction * 100, words);
  std::fflush(stderr);
  shown_ = true;
}

void ProgressLine::clear() {
  if (!shown_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  shown_ = false;
}

Interrupt::Interrupt() {
  interrupted = 0;
  struct sigaction action{};
  action.sa_handler = [](int) { interrupted = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
}

Interrupt::~Interrupt() { signal(SIGINT, SIG_DFL); }

bool Interrupt::raised() const { return interrupted != 0; }

StopSignals::StopSignals() {
  const sigset_t signals = stop_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  signal(SIGPIPE, SIG_IGN);  // a reader that closes the page early is no reason to stop
}

void StopSignals::wait() const {
  const sigset_t signals = stop_signals();
  int which = 0;
  sigwait(&signals, &which);
}

}  // namespace lesson::cli
