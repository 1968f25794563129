// Keeps a thread on one processor, so that what its caches hold stays with it.
#pragma once

namespace lesson {

// The calling thread, on the place-th of the processors that the program was allowed to use when it started; counted round where there are
// fewer. False where the system has no such thing or refuses: then the thread moves as before.
bool pin_this_thread(int place);

}  // namespace lesson
