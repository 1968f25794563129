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
    else if (field === "source") place.replaceChildren(...linked(content));
    else place.textContent = content;
  }
  const box = document.createElement("div");
  box.className = "how";
  box.append(list);
  return box;
}

// Papers named by their arXiv number can be opened.
export function linked(words) {
  return words.split(/(arXiv \d{4}\.\d{5})/).map((part, index) => {
    if (index % 2 === 0) return part;
    const href = `https://arxiv.org/abs/${part.slice(6)}`;
    return Object.assign(document.createElement("a"), { href, textContent: part, target: "_blank", rel: "noreferrer" });
  });
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
