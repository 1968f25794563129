// The figures that the lesson promises, once: what to set, which result, what must come out.
// `text` is looked for in the result's own text, `value` is compared to the digits that it has.
export const SECTIONS = ["cost", "precision", "run-memory", "train-memory", "compute", "time-cost", "runs", "hardware"];

export const FIGURES = [
  { set: { "cost.n": 128 }, name: "cost.flops", value: 4194304 },
  { set: { "cost.n": 256 }, name: "cost.flops", value: 33554432 },
  { set: { "cost.n": 512 }, name: "cost.flops", value: 268435456 },
  { set: { "precision.dtype": "fp32" }, name: "precision.bytes_per_value", value: 4 },
  { set: { "precision.dtype": "bf16" }, name: "precision.bytes_per_value", value: 2 },
  { set: { "precision.dtype": "fp16" }, name: "precision.largest", value: 65504 },
  { set: { "precision.dtype": "int8" }, name: "precision.bytes_per_value", value: 1 },
  { set: { "precision.dtype": "fp4" }, name: "precision.bytes_per_value", value: 0.5 },
  { set: { "run-memory.params": "7e9", "run-memory.dtype": "fp32" }, name: "run-memory.weights", value: 28e9 },
  { set: { "run-memory.params": "7e9", "run-memory.dtype": "bf16" }, name: "run-memory.weights", value: 14e9 },
  { set: { "run-memory.params": "7e9", "run-memory.dtype": "int8" }, name: "run-memory.weights", value: 7e9 },
  { set: { "run-memory.params": "7e9", "run-memory.dtype": "int4" }, name: "run-memory.weights", value: 3.5e9 },
  { set: { "run-memory.params": "7e9", "run-memory.dtype": "q4_0" }, name: "run-memory.weights", value: 3.9375e9 },
  { set: { "run-memory.params": "13e9", "run-memory.dtype": "int8" }, name: "run-memory.weights", value: 13e9 },
  { set: {}, name: "run-memory.total", value: 14e9 },
  { set: { "train-memory.params": "7e9" }, name: "train-memory.bytes_per_param", value: 16 },
  { set: { "train-memory.params": "7e9" }, name: "train-memory.total", value: 112e9 },
  { set: { "train-memory.params": "3e9" }, name: "train-memory.total", value: 48e9 },
  { set: { "train-memory.params": "7e9" }, name: "train-memory.devices_80gb", value: 2 },
  { set: { "compute.params": 1000, "compute.tokens": 500 }, name: "compute.train_flops", value: 3e6 },
  { set: {}, name: "time-cost.flops", value: 1.8e18 },
  { set: {}, name: "time-cost.seconds", value: 3600 },
  { set: {}, name: "time-cost.gpu_hours", value: 1 },
  { set: {}, name: "time-cost.cost", value: 3 },
  { set: {}, name: "runs.gpt3_flops", value: 3.15e23 },
  { set: {}, name: "runs.gpt3_a100_hours", value: 701122, digits: 0 },
  { set: {}, name: "runs.gpt3_h100_hours", value: 221183, digits: 0 },
  { set: {}, name: "runs.b7_flops", value: 8.4e22 },
  { set: {}, name: "runs.b7_a100_hours", value: 186966, digits: 0 },
  { set: {}, name: "runs.b7_h100_hours", value: 58982, digits: 0 },
  { set: {}, name: "runs.finetune_flops", value: 2.1e18 },
  { set: {}, name: "runs.finetune_a100_hours", value: 4.674, digits: 3 },
  { set: {}, name: "runs.finetune_h100_hours", value: 1.475, digits: 3 },
];

// A line for each figure that window.lesson.results() gets wrong.
export async function wrongFigures(page) {
  const defaults = await page.evaluate(() => lesson.get());
  const wrong = [];
  for (const { set, name, value, digits } of FIGURES) {
    const result = await page.evaluate(
      ([values, key]) => {
        lesson.set(values);
        return lesson.results()[key];
      },
      [{ ...defaults, ...set }, name],
    );
    const got = digits === undefined ? result?.value : Number(result?.value.toFixed(digits));
    if (!(Math.abs(got - value) <= 1e-12 * value)) wrong.push(`${name} with ${JSON.stringify(set)} is ${result?.value}, not ${value}`);
  }
  await page.evaluate((values) => lesson.set(values), defaults);
  return wrong;
}

// What the prose must show, by section.
export const IN_PROSE = {
  cost: ["4.2", "33.6", "268.4", "2n³", "10¹⁵"],
  precision: ["65,504", "4 bytes", "2 bytes", "1 byte", "0.5 bytes", "float64", "Inference"],
  "run-memory": ["28.0 GB", "14.0 GB", "7.0 GB", "3.5 GB", "3.94 GB", "GiB"],
  "train-memory": ["16 bytes", "112.0 GB", "80 GB"],
  compute: ["6ND", "2N", "1,000 parameters", "500 tokens", "20 tokens per parameter"],
  "time-cost": ["1.8e+18", "3,600 seconds", "1.0 GPU-hour", "3 dollars"],
  runs: ["3.15e+23", "3.14e23", "701,122", "221,183", "186,966", "58,982", "8.4e+22", "2.1e+18", "112.0 GB"],
  hardware: ["torch.cuda.is_available()", "torch.backends.mps.is_available()", "Colab", "Kaggle"],
};
