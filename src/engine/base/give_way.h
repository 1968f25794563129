// For a thread that waits by looking again and again: lets other threads have its processor for a moment.
#pragma once

namespace lesson {

// looks: in vain so far, each of about a nanosecond. Returns at once where it is too early to give way.
void give_way(long looks);

}  // namespace lesson
