// What the page has to say about itself: a quiet line at the foot of the window that the reader can close. Text only, never HTML.
import { text } from "./text.js";

const place = document.querySelector(".notes");

export function note(sentences) {
  if (!sentences.length) return;
  const box = document.createElement("div");
  const list = document.createElement("ul");
  for (const sentence of sentences) {
    const item = document.createElement("li");
    item.textContent = sentence;
    list.append(item);
  }
  const close = document.createElement("button");
  close.type = "button";
  close.className = "button quiet";
  close.textContent = text.close;
  close.addEventListener("click", () => box.remove());
  box.append(list, close);
  place.replaceChildren(box); // the newest only
}

export function clearNotes() {
  place.replaceChildren();
}
