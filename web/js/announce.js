// What a screen reader hears of what happens by itself, wherever the reader is: one short text at a time.
const place = document.querySelector(".announced");

export function announce(words) {
  if (words && place) place.textContent = words;
}
