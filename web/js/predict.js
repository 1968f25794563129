// "Predict first": the reader's answer is checked by the engine. Nothing is kept.
import { text } from "./text.js";

export function startQuestions(root, engine) {
  for (const form of root.querySelectorAll("form[data-which]")) startQuestion(form, engine);
}

function startQuestion(form, engine) {
  const controls = form.querySelector(".predict-controls");
  const message = form.querySelector(".predict-message");
  const field = controls.querySelector(".field");
  const { section, which } = form.dataset;

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const answer = field ? field.value.trim() : (form.querySelector("input:checked")?.value ?? "");
    if (answer === "") {
      message.textContent = field ? text.checkEmpty : text.chooseOne;
      return;
    }
    message.textContent = engine.checkAnswer(section, Number(which), answer).message;
  });

  controls.querySelector("[data-skip]").addEventListener("click", () => {
    const again = document.createElement("button");
    again.type = "button";
    again.className = "button quiet";
    again.textContent = text.answerAfterAll;
    again.addEventListener("click", () => {
      message.replaceChildren();
      controls.hidden = false;
      controls.querySelector("input").focus();
    });
    controls.hidden = true;
    message.replaceChildren(text.skipped, " ", again);
    again.focus();
  });
}
