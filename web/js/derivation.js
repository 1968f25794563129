// How a number is made: the page's template, filled with what the engine says about the number.
const template = document.getElementById("how-template");

export function derivation(result) {
  const list = template.content.firstElementChild.cloneNode(true);
  for (const row of list.children) {
    const field = row.dataset.field;
    const content = result[field];
    row.hidden = !content || content.length === 0;
    if (row.hidden) continue;
    const place = row.querySelector("dd");
    if (field === "terms") place.replaceChildren(terms(content));
    else place.textContent = content;
  }
  const box = document.createElement("div");
  box.className = "how";
  box.append(list);
  return box;
}

function terms(parts) {
  const list = document.createElement("ul");
  for (const part of parts) {
    const item = document.createElement("li");
    for (const words of [part.name, part.text]) {
      const span = document.createElement("span");
      span.textContent = words;
      item.append(span, " ");
    }
    list.append(item);
  }
  return list;
}
