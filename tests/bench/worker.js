// Runs benchmark jobs with a compute module, as the page's own worker does, and answers with the results.
const modules = {};

async function open(flavour) {
  if (modules[flavour]) return modules[flavour];
  const started = performance.now();
  const { default: create } = await import(`./modules/compute_${flavour}.js`);
  const module = await create();
  const read = (place) => JSON.parse(module.UTF8ToString(place));
  const opened = { module, read, host: read(module._compute_host()), ready_ms: performance.now() - started };
  return (modules[flavour] = opened);
}

function run({ module, read }, job) {
  const words = [job.dtype, job.kernel].map((text) => {
    const place = module._malloc(text.length + 1);
    module.stringToUTF8(text, place, text.length + 1);
    return place;
  });
  let answer = read(module._compute_start(job.n, job.n, job.n, job.threads, job.repeats, ...words));
  for (const place of words) module._free(place);
  const failed = () => typeof answer.error === "string";
  while (!failed() && !answer.done) answer = read(module._compute_step(50));
  if (!failed()) answer = read(module._compute_finish(0));
  return failed() ? { ...job, failure: answer.error } : answer;
}

onmessage = async ({ data: { flavour, jobs } }) => {
  try {
    const opened = await open(flavour);
    await opened.module.makeThreads(Math.max(...jobs.map(({ threads }) => threads)));
    const results = jobs.map((job) => run(opened, job));
    postMessage({ host: opened.host, ready_ms: opened.ready_ms, results });
  } catch (error) {
    postMessage({ failure: String(error?.stack ?? error) });
  }
};
