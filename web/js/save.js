// A lab as a file: inputs and results with their derivations as JSON or CSV, and the picture as PNG.
import { note } from "./notes.js";
import { text } from "./text.js";

const TYPES = { json: "application/json", csv: "text/csv" };
const KEEP_MS = 60_000; // browsers may start reading late

// `picture(section)` gives a promise of a PNG, or null.
export async function save(section, kind, engine, picture) {
  const blob =
    kind === "png" ? await picture(section) : new Blob([engine.exported(section, kind)], { type: TYPES[kind] });
  if (blob) download(blob, `${section}.${kind}`);
  else note([text.noPicture]);
}

function download(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
}
