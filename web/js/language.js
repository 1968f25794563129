// The page's language. English stands in the sources; another language has a table of texts, the engine's and the page's, which comes
// before anything is said. Where it does not come, the scripts speak English.
const { lang, dataset } = document.documentElement;

export const table = lang === "en" ? null : await load().catch(console.warn);
export const t = (english) => table?.texts[english] ?? english;

// With the parts in its holes: say("Remove {}", name).
export function say(english, ...parts) {
  let place = 0;
  return t(english).replace(/\{(\d?)\}/g, (_, number) => parts[number || place++]);
}

async function load() {
  const inside = document.getElementById("texts"); // the single file's
  return inside ? JSON.parse(inside.textContent) : (await fetch(dataset.texts)).json();
}

// The links to the other languages keep the state.
export function startLanguages(address) {
  for (const link of document.querySelectorAll(".language"))
    link.addEventListener("click", () => {
      link.hash = new URL(address()).hash;
    });
}
