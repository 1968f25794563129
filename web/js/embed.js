// One lab in another page: "?embed=run-memory". Also the code for such a frame.
import { note } from "./notes.js";
import { text } from "./text.js";

// `labs`: section -> element. An unknown name shows the whole lesson.
export function startEmbed(labs, address) {
  const section = new URLSearchParams(location.search).get("embed");
  if (section === null) return;
  if (!labs.has(section)) {
    document.documentElement.classList.remove("embed");
    note([text.noSuchLab([...labs.keys()])]);
    return;
  }
  labs.get(section).closest(".chapter").classList.add("embedded");
  const link = Object.assign(document.createElement("a"), {
    className: "button quiet",
    target: "_blank",
    rel: "noopener",
    textContent: text.wholeLesson,
    href: address(),
  });
  link.addEventListener("click", () => {
    link.href = address();
  });
  labs.get(section).querySelector(".lab-foot").append(link);
}

export function embedCode(section, title) {
  const address = new URL(location.href);
  address.search = `?embed=${section}`;
  address.hash = "";
  return `<iframe src="${address.href}" title="${title}" width="100%" height="720" style="border:0" allow="cross-origin-isolated"></iframe>`;
}
