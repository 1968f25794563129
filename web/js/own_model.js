// A model of the reader's own: its config.json, opened as a file or pasted. It is read here and sent nowhere.
import { text } from "./text.js";

const MOST_BYTES = 1 << 20;

// `box`: the part of a form that asks for it.
export function startOwnModel(box, engine) {
  const [file, area, button, list] = ["[type=file]", "textarea", "button", "ul"].map((part) => box.querySelector(part));
  const models = box.dataset.models.split(" ");

  const say = (sentences) =>
    list.replaceChildren(
      ...sentences.map((sentence) => Object.assign(document.createElement("li"), { textContent: sentence })),
    );
  const use = (json) => {
    const { config, notes, error } = engine.openConfig(json);
    if (error) return say([error]);
    engine.set("page.config", config);
    for (const model of models) engine.set(model, "own");
    return say(notes);
  };

  button.addEventListener("click", () => use(area.value));
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    if (chosen.size > MOST_BYTES) {
      say([text.configTooLong]);
      return;
    }
    area.value = await chosen.text();
    use(area.value);
  });
}
