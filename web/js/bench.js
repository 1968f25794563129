// The page's side of measuring: makes the worker at first use, gives it one job after the other, tells how far it is.
// The interface never waits: everything here is messages.
import { computeFlavour } from "./features.js";
import { t } from "./language.js";
import { text } from "./text.js";

const STOP_WAIT_MS = 2000; // a slice that does not end by then is ended with its worker
const THREADS_WAITS_MS = [3000, 6000, 12_000]; // for the threads of a worker, and of those that take its place

export class BenchRunner {
  #worker = null;
  #opening = null;
  #answer = null; // how the running message's answer is delivered
  #running = false;
  #stopped = false;
  #stopTimer = 0;
  #onProgress;
  #onOpened;

  constructor({ onOpened, onProgress }) {
    this.#onOpened = onOpened;
    this.#onProgress = onProgress;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#worker?.postMessage({ type: "disturbed" });
    });
  }

  get running() {
    return this.#running;
  }

  // What the compute module says about itself and its kernels. Rejects with a sentence for the reader.
  open() {
    this.#opening ??= this.#open().catch((error) => {
      this.#end();
      throw error;
    });
    return this.#opening;
  }

  async #open() {
    const flavour = computeFlavour();
    if (!flavour) throw new Error(text.noSimd);
    this.#worker = new Worker(new URL("./bench_worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#hear({ type: "error", error: text.benchFailed });
    };
    const opened = await this.#send({ type: "open", flavour });
    if (opened.type !== "opened") throw new Error(text.benchFailed);
    this.#onOpened(opened);
    return opened;
  }

  // Runs the jobs in order; {tune: true} is a self-tune. Resolves to their results: fewer than jobs when stopped. Rejects with a sentence.
  async run(jobs, onResult) {
    if (this.#running) throw new Error(text.benchBusy);
    this.#running = true;
    this.#stopped = false;
    const results = [];
    try {
      this.#tell(0, "");
      await this.open();
      for (const [index, job] of jobs.entries()) {
        if (this.#stopped) break;
        const size = job.tune ? text.tuning : text.product(job.n, job.label);
        this.#progressOf = (fraction, phase) =>
          this.#tell((index + fraction) / jobs.length, phase && !job.tune ? `${size}, ${t(phase)}` : size);
        this.#progressOf(0, "");
        if (job.threads > 1) await this.#makeThreads(job.threads);
        if (this.#stopped) break;
        const answer = await this.#send({ type: "run", job });
        if (answer.type === "error") throw new Error(answer.error);
        if (answer.type !== "result") break;
        results.push(answer.result);
        if (!job.tune) onResult(answer.result, job);
      }
      const tuned = jobs[0]?.tune && results.length > 0 ? results[0] : {};
      this.#finish({ text: this.#stopped ? text.benchStopped : text.benchDone, ...tuned });
      return results;
    } catch (error) {
      this.#finish({ text: "", error: error.message });
      throw error;
    }
  }
  #progressOf = () => {};

  // In Firefox a worker that makes a worker sometimes waits for ever: then another one is given the job.
  async #makeThreads(threads) {
    for (const ms of THREADS_WAITS_MS) {
      await this.open();
      let timer;
      const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
      const answer = await Promise.race([this.#send({ type: "threads", threads }), late]);
      clearTimeout(timer);
      if (answer?.type === "error") throw new Error(answer.error);
      if (answer) return;
      this.#end();
      if (this.#stopped) return;
    }
    throw new Error(text.benchFailed);
  }

  stop() {
    if (!this.#running || this.#stopped) return;
    this.#stopped = true;
    this.#worker?.postMessage({ type: "stop" });
    this.#stopTimer = setTimeout(() => {
      this.#end();
      this.#deliver({ type: "stopped" });
    }, STOP_WAIT_MS);
  }

  // ---- messages ----------------------------------------------------------------------------------------

  #send(message) {
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.#worker.postMessage(message);
    });
  }

  #hear(data) {
    if (data.type === "progress") this.#progressOf(data.fraction, data.phase);
    else this.#deliver(data);
  }

  #deliver(data) {
    clearTimeout(this.#stopTimer);
    const deliver = this.#answer;
    this.#answer = null;
    deliver?.(data);
  }

  // The next run starts a new worker.
  #end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#opening = null;
  }

  #tell(fraction, words) {
    this.#onProgress({ running: true, fraction, text: words });
  }

  #finish(last) {
    clearTimeout(this.#stopTimer);
    this.#running = false;
    this.#onProgress({ running: false, fraction: last.error ? 0 : 1, ...last });
  }
}
