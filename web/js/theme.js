// The canvas wears the page's colours: the same CSS variables, resolved to numbers, whenever the reader's wishes change.
const TOKENS = ["paper", "panel", "ink", "soft", "line", "accent", "wash", "data1", "data2", "data3", "data4", "data5"];
const WISHES = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "(forced-colors: active)"];

const hex = (part) => Math.round(part).toString(16).padStart(2, "0");

// Any CSS colour, also a system one, as #rrggbb.
function resolved(probe, pencil, token) {
  probe.style.color = `var(--${token})`;
  pencil.clearRect(0, 0, 1, 1);
  pencil.fillStyle = getComputedStyle(probe).color;
  pencil.fillRect(0, 0, 1, 1);
  return "#" + [...pencil.getImageData(0, 0, 1, 1).data.slice(0, 3)].map(hex).join("");
}

export function readTheme() {
  const probe = document.createElement("span");
  probe.style.forcedColorAdjust = "none";
  probe.hidden = true;
  document.body.append(probe);
  const pencil = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const colours = Object.fromEntries(TOKENS.map((token) => [token, resolved(probe, pencil, token)]));
  probe.remove();
  return colours;
}

export function onThemeChange(listener) {
  for (const wish of WISHES) matchMedia(wish).addEventListener("change", listener);
}
