// One product, cut into cache blocks and shared by threads.
//
//   for each nc columns and kc rows of B:
//     all threads: pack B's panels             skipped where B is small and can be read where it is
//     wait for each other
//     each thread, task by task: rows of A  x  the packed block, added to C
//     wait for each other                      before the panels are overwritten
//
// Where C is wide enough, threads share nothing instead: each takes strips of C's columns, one after the other, and does all of
// the above for them alone, with panels of its own. Nobody waits and no packed number moves from one core's cache to another's.
//
// A's rows are read in place while a few of them fit the cache's sets, else copied to a dense block.
#include <algorithm>
#include <cstring>

#include "engine/gemm/gemm.h"
#include "engine/gemm/workspace_access.h"

namespace lesson {

namespace {

constexpr std::int64_t kInPlaceBBytes = 32 * 1024;  // a B of this size stays near: packing it would cost more than it brings
constexpr std::int64_t kInPlaceARowBytes = 2048;    // rows 4 KiB apart fall into one set of a first-level cache of 32 KiB
constexpr std::int64_t kStripColumns = 32;          // strips begin at multiples of this: two never write to one cache line of an aligned C
constexpr std::int64_t kStripPassColumns = 128;     // where A is copied, once a strip: this many columns, times numbers in a unit, hide it
constexpr std::int64_t kStripsPerThread = 2;        // of a large product, so that a thread that is held up does less
constexpr double kLongStripWork = 1 << 24;          // multiply-adds: a third of a millisecond

std::int64_t ceil_div(std::int64_t x, std::int64_t y) { return (x + y - 1) / y; }
std::int64_t round_up(std::int64_t x, std::int64_t y) { return ceil_div(x, y) * y; }

// How one product of a packed kernel is cut.
struct Plan {
  bool b_in_place, a_in_place;
  std::int64_t strip_columns, strips;  // 0: the threads share panels; else each works on its own strips of C
  std::int64_t kc, nc;                 // of one block; kc even over k, a multiple of k_step
  std::int64_t row_bytes;              // of a panel, for one unit of k
  std::int64_t panel_bytes;            // of one packed panel, kc deep
  std::int64_t row_tasks, task_rows;   // of one block
  std::int64_t column_tasks, task_panels;
  std::int64_t panels_bytes, rows_bytes;  // workspace: all panels of a block (one thread's, with strips); one thread's rows of A
};

// 0 where strips would be too narrow to pay for what each thread then does again: reading A, and copying it where it is not in place.
std::int64_t strip_columns(const KernelDesc& d, GemmShape s, int threads, bool a_in_place) {
  if (threads <= 1) return 0;
  const auto share = [&](std::int64_t strips) { return round_up(ceil_div(s.n, strips), std::max<std::int64_t>(kStripColumns, d.nr)); };
  const std::int64_t least = a_in_place ? std::max<std::int64_t>(kStripColumns, 2 * d.nr) : std::max<std::int64_t>(kStripPassColumns * d.k_step, 4 * d.nr);
  const std::int64_t columns = share(threads);
  if (columns < least || columns * threads - s.n > s.n / 16) return 0;  // too narrow, or the last strip too short
  const std::int64_t finer = share(threads * kStripsPerThread);
  const double work = static_cast<double>(s.m) * static_cast<double>(s.k) * static_cast<double>(finer);
  return finer >= std::max(least, kStripPassColumns) && finer * threads * kStripsPerThread - s.n <= s.n / 16 && work >= kLongStripWork ? finer : columns;
}

Plan make_plan(const KernelDesc& d, GemmShape s, int threads, bool a_readable, std::int64_t lda, bool b_readable, std::int64_t ldb) {
  Plan plan{};
  plan.kc = round_up(ceil_div(s.k, ceil_div(s.k, d.kc)), d.k_step);
  plan.a_in_place = a_readable && lda * d.unit_bytes <= kInPlaceARowBytes;
  plan.strip_columns = strip_columns(d, s, threads, plan.a_in_place);
  plan.strips = plan.strip_columns > 0 ? ceil_div(s.n, plan.strip_columns) : 0;
  if (plan.strips > 0) {
    s.n = plan.strip_columns;
    threads = 1;  // from here on: one thread's product
  }
  plan.nc = std::min(round_up(s.n, d.nr), round_up(ceil_div(s.n, ceil_div(s.n, d.nc)), d.nr));
  const std::int64_t b_row_bytes = (plan.strips > 0 ? s.n : ldb) * d.unit_bytes;
  plan.b_in_place = b_readable && s.k * b_row_bytes <= kInPlaceBBytes && s.k <= d.kc;
  plan.row_bytes = d.nr * d.unit_bytes;
  plan.panel_bytes = round_up(plan.kc / d.k_step * plan.row_bytes + d.b_extra_bytes, 64);

  const std::int64_t row_tiles = ceil_div(s.m, d.mr);
  const std::int64_t panels = plan.nc / d.nr;
  std::int64_t row_tasks = ceil_div(s.m, d.mc);
  if (threads > 1) row_tasks = round_up(row_tasks, threads);
  plan.task_rows = ceil_div(row_tiles, std::min(row_tasks, row_tiles)) * d.mr;
  plan.row_tasks = ceil_div(s.m, plan.task_rows);
  // Too few rows for all threads: cut the columns too.
  const std::int64_t column_tasks = plan.row_tasks >= threads ? 1 : std::min<std::int64_t>(ceil_div(threads, plan.row_tasks), panels);
  plan.task_panels = ceil_div(panels, column_tasks);
  plan.column_tasks = ceil_div(panels, plan.task_panels);

  plan.panels_bytes = plan.panel_bytes * (plan.b_in_place ? 1 : panels);
  plan.rows_bytes = plan.a_in_place ? 0 : round_up(plan.task_rows * (plan.kc / d.k_step) * d.unit_bytes, 64);
  return plan;
}

struct PackedJob {
  const KernelDesc* d;
  Plan plan;
  GemmShape s;
  Op op_a, op_b;
  MatrixIn a, b;
  MatrixOut c;
  double alpha, beta;
  char* panels;
  char* rows;
  SpinBarrier* barrier;
  std::atomic<std::int64_t> next_task{0};  // or the next strip
};

// Those who work on some columns of C together: all threads on all of them, or one thread on its strip.
struct Team {
  int thread, threads;
  std::int64_t first_column, end_column;
  char* panels;
  char* rows;
};

// A block of B: depth rows from l0, columns from j0.
struct Block {
  std::int64_t l0, depth, j0, columns;
};

// Packs this thread's share of a block's panels.
void pack_panels(const PackedJob& job, const Team& team, const Block& at, std::int64_t first, std::int64_t step) {
  const KernelDesc& d = *job.d;
  for (std::int64_t q = first; q * d.nr < at.columns; q += step) {
    const StoredBlock block{job.b.data,
                            job.b.ld,
                            job.op_b == Op::transpose,
                            at.l0,
                            at.j0 + q * d.nr,
                            at.depth,
                            std::min<std::int64_t>(d.nr, at.columns - q * d.nr)};
    d.pack_panel(&block, team.panels + (job.plan.b_in_place ? 0 : q * job.plan.panel_bytes));
  }
}

// One task: rows i0.. of A times panels q0.. of the current block.
void run_task(const PackedJob& job, const Team& team, const Block& at, std::int64_t task) {
  const KernelDesc& d = *job.d;
  const Plan& plan = job.plan;
  const std::int64_t i0 = task / plan.column_tasks * plan.task_rows;
  const std::int64_t q0 = task % plan.column_tasks * plan.task_panels;
  const std::int64_t j1 = std::min(at.columns, (q0 + plan.task_panels) * d.nr);
  BlockProduct block{};
  block.m = std::min(plan.task_rows, job.s.m - i0);
  block.n = j1 - q0 * d.nr;
  block.k = ceil_div(at.depth, d.k_step);
  block.alpha = job.alpha;
  block.beta = at.l0 == 0 ? job.beta : 1.0;
  block.finish = block.alpha != 1 ? Finish::general : block.beta == 0 ? Finish::overwrite : block.beta == 1 ? Finish::add : Finish::general;
  if (block.n <= 0) return;

  if (plan.a_in_place) {
    block.a = static_cast<const char*>(job.a.data) + (i0 * job.a.ld + at.l0) * d.unit_bytes;
    block.lda = job.a.ld;
  } else {
    const StoredBlock rows{job.a.data, job.a.ld, job.op_a == Op::transpose, i0, at.l0, block.m, at.depth};
    d.load_rows(&rows, team.rows, block.k);
    block.a = team.rows;
    block.lda = block.k;
  }
  const int c_bytes = result_bytes(d.type);
  char* c = static_cast<char*>(job.c.data) + (i0 * job.c.ld + at.j0 + q0 * d.nr) * c_bytes;
  block.ldc = job.c.ld;

  if (!plan.b_in_place) {
    block.b = team.panels + q0 * plan.panel_bytes;
    block.b_row = plan.row_bytes;
    block.b_panel = plan.panel_bytes;
    block.c = c;
    d.block(&block);
    return;
  }
  const std::int64_t full = block.n / d.nr * d.nr;
  const std::int64_t rest = block.n - full;
  if (full > 0) {
    block.n = full;
    block.b = static_cast<const char*>(job.b.data) + (at.l0 * job.b.ld + at.j0 + q0 * d.nr) * d.unit_bytes;
    block.b_row = job.b.ld * d.unit_bytes;
    block.b_panel = plan.row_bytes;
    block.c = c;
    d.block(&block);
  }
  if (rest > 0) {  // the last panel is narrower than a tile: it was packed, with zeros beyond
    block.n = rest;
    block.b = team.panels;
    block.b_row = plan.row_bytes;
    block.b_panel = plan.panel_bytes;
    block.c = c + full * c_bytes;
    d.block(&block);
  }
}

void run_columns(PackedJob& job, const Team& team) {
  const Plan& plan = job.plan;
  const std::int64_t tasks = plan.row_tasks * plan.column_tasks;
  const bool alone = team.threads == 1;
  for (std::int64_t j0 = team.first_column; j0 < team.end_column; j0 += plan.nc) {
    const std::int64_t columns = std::min(plan.nc, team.end_column - j0);
    for (std::int64_t l0 = 0; l0 < job.s.k; l0 += plan.kc) {
      const Block at{l0, std::min(plan.kc, job.s.k - l0), j0, columns};
      const bool first = j0 == team.first_column && l0 == 0;
      if (!first && !alone) {
        job.barrier->wait(team.threads);  // nobody reads the old panels any more
        if (team.thread == 0) job.next_task.store(0, std::memory_order_relaxed);
      }
      const bool narrow_end = columns % job.d->nr != 0;
      if (!plan.b_in_place) {
        pack_panels(job, team, at, team.thread, team.threads);
      } else if (narrow_end && team.thread == 0) {
        pack_panels(job, team, at, columns / job.d->nr, 1);
      }
      if (alone) {
        for (std::int64_t task = 0; task < tasks; ++task) run_task(job, team, at, task);
        continue;
      }
      if (!first || !plan.b_in_place || narrow_end) job.barrier->wait(team.threads);
      for (std::int64_t task; (task = job.next_task.fetch_add(1, std::memory_order_relaxed)) < tasks;) run_task(job, team, at, task);
    }
  }
}

void run_packed(void* context, int thread, int threads) {
  PackedJob& job = *static_cast<PackedJob*>(context);
  const Plan& plan = job.plan;
  char* const rows = job.rows + thread * plan.rows_bytes;
  if (plan.strips == 0) return run_columns(job, {thread, threads, 0, job.s.n, job.panels, rows});
  for (std::int64_t strip; (strip = job.next_task.fetch_add(1, std::memory_order_relaxed)) < plan.strips;) {
    const std::int64_t first = strip * plan.strip_columns;
    run_columns(job, {0, 1, first, std::min(job.s.n, first + plan.strip_columns), job.panels + thread * plan.panels_bytes, rows});
  }
}

struct WholeJob {
  WholeFn whole;
  WholeProduct product;
  int a_bytes, c_bytes;
};

void run_whole(void* context, int thread, int threads) {
  const WholeJob& job = *static_cast<WholeJob*>(context);
  const std::int64_t first = job.product.m * thread / threads, last = job.product.m * (thread + 1) / threads;
  if (first == last) return;
  WholeProduct part = job.product;
  part.m = last - first;
  part.a = static_cast<const char*>(part.a) + first * part.lda * job.a_bytes;
  part.c = static_cast<char*>(part.c) + first * part.ldc * job.c_bytes;
  job.whole(&part);
}

template <class T>
void scale(MatrixOut c, double beta) {
  const T factor = static_cast<T>(beta);
  for (std::int64_t i = 0; i < c.rows; ++i) {
    T* row = static_cast<T*>(c.data) + i * c.ld;
    for (std::int64_t j = 0; j < c.cols; ++j) row[j] = factor == T(0) ? T(0) : factor * row[j];
  }
}

template <class T>
void transpose(const MatrixIn& from, void* to) {
  const T* in = static_cast<const T*>(from.data);
  T* out = static_cast<T*>(to);
  for (std::int64_t r = 0; r < from.rows; ++r) {
    for (std::int64_t c = 0; c < from.cols; ++c) out[c * from.rows + r] = in[r * from.ld + c];
  }
}

std::string size_text(std::int64_t rows, std::int64_t cols) { return std::to_string(rows) + " × " + std::to_string(cols); }

Result<void> check_operands(const Kernel& kernel, GemmShape s, Op op_a, Op op_b, double alpha, const MatrixIn& a, const MatrixIn& b,
                            double beta, const MatrixOut& c, int threads) {
  constexpr std::int64_t kLargest = std::int64_t{1} << 24;
  const GemmType type = kernel.desc->type;
  if (!runs_here(kernel)) return fail(ErrorCode::not_available, why_not_here(kernel));
  if (b.type != type || a.type != (type == GemmType::q4_0 ? GemmType::fp32 : type)) {
    return fail(ErrorCode::out_of_range, std::string(kernel.id) + " multiplies " + std::string(type_id(type)) +
                                             " matrices: convert A and B to that format first.");
  }
  if (threads < 1) return fail(ErrorCode::out_of_range, "A product needs at least 1 thread: ask for 1 or more.");
  const std::int64_t b_rows = op_b == Op::none ? s.k : s.n, b_cols = op_b == Op::none ? s.n : s.k;
  for (const std::int64_t size : {s.m, s.n, s.k, a.ld, b.ld, c.ld}) {
    if (size < 0 || size > kLargest) {
      return fail(ErrorCode::out_of_range, "A matrix cannot have " + std::to_string(size) + " rows or columns: use 0 to 16,777,216.");
    }
  }
  if (b.rows != b_rows || b.cols != b_cols) {
    return fail(ErrorCode::out_of_range, "B is " + size_text(b.rows, b.cols) + " but this product needs " + size_text(b_rows, b_cols) +
                                             ": make the sizes fit.");
  }
  if (op_a == Op::none ? a.rows != s.m : a.cols != s.m) {
    return fail(ErrorCode::out_of_range, "A has no row for each row of C: make the sizes fit.");
  }
  if (a.ld < a.cols || b.ld < b.cols || c.ld < c.cols) {
    return fail(ErrorCode::out_of_range, "A leading dimension is smaller than the matrix is wide: it counts the numbers from one row to the next.");
  }
  if (type == GemmType::q4_0 && b.ld % 32 != 0) {
    return fail(ErrorCode::out_of_range, "q4_0 rows are made of blocks of 32: make B's leading dimension a multiple of 32.");
  }
  if (type == GemmType::int8 && (alpha != 1 || (beta != 0 && beta != 1))) {
    return fail(ErrorCode::out_of_range, "The int8 product is exact: use alpha 1 and beta 0 or 1.");
  }
  return {};
}

}  // namespace

void multiply_packed(const Kernel& kernel, Op op_a, Op op_b, double alpha, MatrixIn a, MatrixIn b, double beta, MatrixOut c,
                     Workspace& workspace, int threads) {
  const KernelDesc& d = *kernel.desc;
  const GemmShape s{c.rows, c.cols, op_a == Op::none ? a.cols : a.rows};
  PackedJob job{
      .d = &d,
      .plan = make_plan(d, s, threads, d.a_as_stored && op_a == Op::none, a.ld, d.b_as_stored && op_b == Op::none, b.ld),
      .s = s,
      .op_a = op_a,
      .op_b = op_b,
      .a = a,
      .b = b,
      .c = c,
      .alpha = alpha,
      .beta = beta,
      .panels = WorkspaceAccess::panels(workspace).as<char>(),
      .rows = WorkspaceAccess::rows(workspace).as<char>(),
      .barrier = &WorkspaceAccess::barrier(workspace),
  };
  // A thread that comes too late has missed no piece: pieces come from a counter, and where all have to pack, all wait for each other first.
  workspace.pool().run(threads, run_packed, &job, ThreadPool::Late::left_out);
}

Result<void> Workspace::reserve(const Kernel& kernel, GemmShape s, int threads) {
  const Room room{kernel.desc, s, threads};
  if (room == room_) return {};
  room_ = {};  // until all of it is there
  if (Result<void> grown = pool_.grow(threads); !grown) return grown;
  const KernelDesc& d = *kernel.desc;
  if (d.block == nullptr || s.m <= 0 || s.n <= 0 || s.k <= 0) return {};
  if (Result<void> done = sums_.reserve(split_room_bytes(s, split_levels(kernel, s))); !done) return done;
  // What is read where it lies needs no room, but may make strips possible, and those need panels for each thread.
  std::int64_t panels = 0, rows = 0;
  for (int halved = split_levels(kernel, s); halved >= 0; --halved, s = {s.m / 2, s.n / 2, s.k / 2}) {
    for (const bool in_place : {false, true}) {
      const Plan plan = make_plan(d, s, threads, in_place, s.k, false, 0);
      panels = std::max(panels, plan.panels_bytes * (plan.strips > 0 ? threads : 1));
      rows = std::max(rows, plan.rows_bytes * threads);
    }
  }
  if (Result<void> done = panels_.reserve(panels); !done) return done;
  if (Result<void> done = rows_.reserve(rows); !done) return done;
  room_ = room;
  return {};
}

int busy_threads(const Kernel& kernel, GemmShape s, int threads) {
  const KernelDesc& d = *kernel.desc;
  if (threads <= 1 || s.m <= 0 || s.n <= 0 || s.k <= 0) return 1;
  std::int64_t pieces = s.m;
  if (d.block != nullptr) {
    const Plan plan = make_plan(d, s, threads, false, 0, false, 0);
    pieces = plan.strips > 0 ? plan.strips : plan.row_tasks * plan.column_tasks;
  }
  return static_cast<int>(std::clamp<std::int64_t>(pieces, 1, threads));
}

Result<void> gemm(const Kernel& kernel, Op op_a, Op op_b, double alpha, MatrixIn a, MatrixIn b, double beta, MatrixOut c,
                  Workspace& workspace, int threads) {
  const KernelDesc& d = *kernel.desc;
  const GemmShape s{c.rows, c.cols, op_a == Op::none ? a.cols : a.rows};
  if (Result<void> good = check_operands(kernel, s, op_a, op_b, alpha, a, b, beta, c, threads); !good) return good;
  if (s.m == 0 || s.n == 0) return {};
  if (s.k == 0 || alpha == 0) {
    if (d.type == GemmType::fp64) scale<double>(c, beta);
    if (d.type == GemmType::int8) scale<std::int32_t>(c, beta);
    if (d.type != GemmType::fp64 && d.type != GemmType::int8) scale<float>(c, beta);
    return {};
  }
  threads = busy_threads(kernel, s, threads);
  if (Result<void> done = workspace.reserve(kernel, s, threads); !done) return done;

  if (d.block != nullptr) {
    const int levels = alpha == 1 && beta == 0 ? split_levels(kernel, s) : 0;
    if (levels > 0) {
      multiply_split(kernel, op_a, op_b, a, b, c, workspace, threads, levels);
    } else {
      multiply_packed(kernel, op_a, op_b, alpha, a, b, beta, c, workspace, threads);
    }
    return {};
  }

  // One function for the whole product: it knows no transposed operands, so it gets copies; threads share the rows.
  WholeJob job{d.whole, {s.m, s.n, s.k, alpha, a.data, a.ld, b.data, b.ld, beta, c.data, c.ld}, d.type == GemmType::fp64 ? 8 : 4, result_bytes(d.type)};
  const auto turned = [&](const MatrixIn& from, AlignedBuffer& to) -> Result<void> {
    if (Result<void> done = to.reserve(from.rows * from.cols * job.a_bytes); !done) return done;
    if (d.type == GemmType::fp64) transpose<double>(from, to.data());
    else transpose<float>(from, to.data());
    return {};
  };
  if (op_a == Op::transpose) {
    if (Result<void> done = turned(a, WorkspaceAccess::rows(workspace)); !done) return done;
    job.product.a = WorkspaceAccess::rows(workspace).data();
    job.product.lda = s.k;
  }
  if (op_b == Op::transpose) {
    if (Result<void> done = turned(b, WorkspaceAccess::panels(workspace)); !done) return done;
    job.product.b = WorkspaceAccess::panels(workspace).data();
    job.product.ldb = s.n;
  }
  workspace.pool().run(threads, run_whole, &job);
  return {};
}

}  // namespace lesson
