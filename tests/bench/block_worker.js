// Runs block_bench with the words that arrive; answers with what it prints.
onmessage = async ({ data }) => {
  try {
    const lines = [];
    const { default: create } = await import("./modules/block_bench.js");
    await create({ arguments: data, print: (line) => lines.push(line) });
    postMessage(lines.join("\n"));
  } catch (error) {
    postMessage(String(error?.stack ?? error));
  }
};
