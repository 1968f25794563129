// window.lesson: the page for scripts, documented in the README. Everything goes the same way as a reader's click.
import { features } from "./features.js";

export function exposeApi({ engine, bench, machines, link, whenReady, goTo, addResult }) {
  const lesson = {
    ready: whenReady,
    get: () => Object.fromEntries(Object.entries(engine().state()).map(([key, entry]) => [key, entry.value])),
    // Returns one note for each value that was changed or refused.
    set: (values) =>
      Object.entries(values)
        .map(([key, value]) => engine().setPlainly(key, value).note)
        .filter(Boolean),
    results: () =>
      Object.fromEntries(
        engine()
          .results()
          .map(({ name, value, unit }) => [name, { value, unit }]),
      ),
    // A model of one's own, from the text of its config.json: notes on what was read. Then set a model to "own".
    openConfig: (json) => {
      const { config, notes, error } = engine().openConfig(json);
      if (error) throw new Error(error);
      engine().set("page.config", config);
      return notes;
    },
    document: (section) => JSON.parse(engine().exported(section, "json")),
    published: () => engine().published(),
    goto: (section) => goTo(section),
    // What is left out is what the cost lab is set to. n may be a list of sizes, kernel "all" takes every rung of the ladder.
    bench: async (wanted = {}) => {
      const { host, kernels } = await bench.open();
      const inputs = { ...costInputs(engine().state()), ...wanted };
      const ladder = kernels.filter(({ dtype, runs_here }) => dtype === inputs.dtype && runs_here).map(({ id }) => id);
      const ids = inputs.kernel === "all" && ladder.length ? ladder : [inputs.kernel];
      const jobs = [inputs.n].flat().flatMap((n) => ids.map((kernel) => ({ ...inputs, n, kernel })));
      return { schema: 1, command: "bench", inputs, host, results: await bench.run(jobs, addResult), notes: [] };
    },
    // What "best" means from now on in this tab: [{dtype, n, kernel, flops_per_s, changed}], measured for about a second.
    tune: async () => (await bench.run([{ tune: true }], addResult))[0]?.tuned ?? [],
    stop: () => bench.stop(),
    // A document of `lesson bench --json`, held beside this tab: true when it was taken.
    addMachine: (document) => machines().add(typeof document === "string" ? document : JSON.stringify(document)),
    machines: () => engine().machines(),
    kernels: async () => (await bench.open()).kernels,
    features: () => ({ ...features() }),
    // Where the lab in view draws an input, in CSS pixels from the canvas' corner: {x, y, width, height}, or null.
    place: (key) => engine().place(key),
    frames: () => engine().frames(),
    link: () => link().address(),
  };
  window.lesson = Object.freeze(lesson);
}

function costInputs(state) {
  const of = (name) => state[`cost.${name}`].value;
  return {
    n: Number(of("n")),
    dtype: of("dtype"),
    kernel: of("kernel"),
    threads: Number(of("threads")),
    repeats: Number(of("repeats")),
  };
}
