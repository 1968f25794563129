// Numbers in the prose: each opens its derivation below its paragraph, and follows the GB/GiB switch.
import { text } from "./text.js";

export function openValues(root) {
  for (const link of root.querySelectorAll(".value")) {
    link.setAttribute("role", "button");
    link.setAttribute("aria-expanded", "false");
  }
  root.addEventListener("click", (event) => {
    const link = event.target.closest(".value");
    if (!link) return;
    event.preventDefault();
    toggle(link);
  });
  root.addEventListener("keydown", (event) => {
    const link = event.target.closest(".value");
    if (link && event.key === " ") {
      event.preventDefault();
      toggle(link);
    } else if (event.key === "Escape") {
      const panel = document.querySelector(".panel");
      if (panel && (panel.contains(event.target) || panel.link === link)) close(panel);
    }
  });
}

export function showUnits(root, units) {
  for (const link of root.querySelectorAll(".value[data-gib]"))
    link.textContent = units === "gib" ? link.dataset.gib : link.dataset.gb;
}

function toggle(link) {
  const open = document.querySelector(".panel");
  const same = open?.link === link;
  if (open) close(open);
  if (!same) show(link);
}

function show(link) {
  const source = document.querySelector(link.hash);
  const panel = document.createElement("aside");
  panel.className = "panel";
  panel.link = link;
  panel.id = "panel";
  panel.setAttribute("aria-label", `${link.textContent}, ${text.how}`);
  const copy = source.cloneNode(true);
  copy.removeAttribute("id");
  copy.querySelector(".figure").textContent = link.textContent;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "close";
  button.setAttribute("aria-label", text.close);
  button.textContent = "×";
  button.addEventListener("click", () => close(panel));
  panel.append(copy, button);
  link.setAttribute("aria-expanded", "true");
  link.setAttribute("aria-controls", panel.id);
  // Below the paragraph, list or table that the number stands in.
  let block = link;
  while (!block.parentElement.classList.contains("prose")) block = block.parentElement;
  block.after(panel);
  panel.scrollIntoView({ block: "nearest" });
}

function close(panel) {
  panel.link.setAttribute("aria-expanded", "false");
  panel.link.removeAttribute("aria-controls");
  const hadFocus = panel.contains(document.activeElement);
  panel.remove();
  if (hadFocus) panel.link.focus();
}
