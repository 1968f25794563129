// What axe finds serious in a page.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function findings(page) {
  await page.evaluate(AXE); // through the debugger: the page's own policy allows no such script
  return page.evaluate(async () => {
    const { violations } = await axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map(({ target }) => target.join(" "))
            .slice(0, 4)
            .join(", ")}`,
      );
  });
}
