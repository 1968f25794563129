// Starts the page: prose works at once, then the lesson's program arrives and the labs, forms and questions come alive.
import { announce } from "./announce.js";
import { exposeApi } from "./api.js";
import { BenchRunner } from "./bench.js";
import { embedCode, startEmbed } from "./embed.js";
import { Engine } from "./engine.js";
import { features } from "./features.js";
import { Forms } from "./forms.js";
import { startInput } from "./input.js";
import { startLanguages } from "./language.js";
import { Link } from "./link.js";
import { Machines } from "./machines.js";
import { Measured } from "./measured.js";
import { note } from "./notes.js";
import { startOffline } from "./offline.js";
import { startQuestions } from "./predict.js";
import { Sections } from "./sections.js";
import { Stage, slotNote } from "./stage.js";
import { shortened, text } from "./text.js";
import { onThemeChange, readTheme } from "./theme.js";
import { openValues, showUnits } from "./values.js";

const FONTS = { 400: new URL("./inter-400.otf", import.meta.url), 600: new URL("./inter-600.otf", import.meta.url) };

const main = document.querySelector("main");
const labs = new Map([...document.querySelectorAll(".lab")].map((lab) => [lab.dataset.section, lab]));
const slots = new Map([...labs].map(([section, lab]) => [section, lab.querySelector(".slot")]));
const measured = new Measured(document.querySelectorAll(".measured"));
const sections = new Sections(document.querySelector(".sections"), document.querySelectorAll(".chapter"));

let engine, stage, forms, machines, link;
const bench = new BenchRunner({ onOpened: describeMachine, onProgress: showProgress });

openValues(main);
const whenReady = start();
exposeApi({ engine: () => engine, bench, machines: () => machines, link: () => link, whenReady, goTo, addResult });
whenReady.catch((error) => {
  console.warn(error);
  const again = () => location.reload();
  for (const slot of slots.values()) slot.replaceChildren(slotNote(text.labFailed, text.tryAgain, again));
});

async function start() {
  const [loaded, ...fonts] = await Promise.all([Engine.load(), ...Object.values(FONTS).map(bytesOf)]);
  engine = loaded;
  Object.keys(FONTS).forEach((weight, index) => engine.setFont(Number(weight), fonts[index]));
  engine.setTheme(readTheme());
  stage = new Stage(engine, slots, act);
  forms = new Forms(engine, labs, act);
  machines = new Machines(engine, labs.get("hardware"), showProgress);
  link = new Link(engine, sections, [...labs.keys(), "page"], machines);
  describePage();

  if (stage.start()) startInput(engine, stage, slots);
  else withoutDrawing();
  link.start();
  startQuestions(main, engine);
  startUnits();
  startCopying();
  startEmbed(labs, () => link.address());
  startLanguages(() => link.address());
  startEmbedForm();
  startOffline(() => bench.running);
  startSaving();
  startOwnModels();
  openBenchOnFirstUse();
  engine.onChange(follow);
  sections.onSection = () => link.write();
  onThemeChange(() => {
    engine.setTheme(readTheme());
    stage.redrawAll();
  });
  document.documentElement.classList.add("live");
  follow();
}

async function bytesOf(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

// ---- one state, several faces ---------------------------------------------------------------------------

let shownUnits = "gb";

function follow() {
  forms.refresh();
  machines.refresh();
  stage.redrawAll();
  const units = engine.state()["page.units"].value;
  if (units === shownUnits) return;
  shownUnits = units;
  showUnits(main, units);
  for (const button of document.querySelectorAll("[data-units]"))
    button.setAttribute("aria-pressed", String(button.dataset.units === units));
}

// What the canvas, or a button of a form, asked for.
function act() {
  for (const action of engine.takeActions()) {
    if (action.type === "state") engine.changed();
    else if (action.type === "bench") bench.run(action.jobs, addResult).catch((error) => console.info(error.message));
    else if (action.type === "stop") bench.stop();
    else if (action.type === "copy-link") copyLink();
    else if (action.type === "goto") goTo(action.section);
  }
}

function goTo(section) {
  const place = document.getElementById(section);
  if (!labs.has(section)) return false;
  place.scrollIntoView();
  return true;
}

// ---- parts of the page --------------------------------------------------------------------------------------

function withoutDrawing() {
  document.documentElement.classList.add("no-drawing");
  for (const slot of slots.values()) slot.replaceChildren(slotNote(text.noDrawing));
  forms.openAll();
}

function startUnits() {
  for (const button of document.querySelectorAll("[data-units]")) {
    button.addEventListener("click", () => engine.set("page.units", button.dataset.units));
  }
}

function startCopying() {
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", () => confirmCopy(button, link.address()));
  }
}

async function confirmCopy(button, words) {
  const label = button.textContent;
  if (label === text.copied || !(await copy(words))) return;
  button.textContent = text.copied;
  setTimeout(() => {
    button.textContent = label;
  }, 2000);
}

// What few readers use starts when it is used.
function startSaving() {
  for (const [section, lab] of labs) {
    const box = lab.querySelector(".save");
    box.addEventListener("click", async ({ target }) => {
      const kind = target.dataset.save;
      if (!kind) return;
      box.open = false;
      const { save } = await import("./save.js");
      await save(section, kind, engine, (of) => stage.picture(of));
    });
  }
}

function startOwnModels() {
  for (const box of main.querySelectorAll(".own"))
    box.addEventListener(
      "toggle",
      async () => {
        const { startOwnModel } = await import("./own_model.js");
        startOwnModel(box, engine);
      },
      { once: true },
    );
}

const copyLink = () => copy(link.address());

async function copy(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    note([text.copyByHand, words]);
    return false;
  }
}

function startEmbedForm() {
  const form = document.querySelector(".embed-form"),
    section = form.querySelector("select"),
    code = form.querySelector("input");
  const show = () => {
    code.value = embedCode(section.value, section.selectedOptions[0].textContent);
  };
  section.addEventListener("change", show);
  code.addEventListener("focus", () => code.select());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    confirmCopy(form.querySelector("[data-copy-code]"), code.value);
  });
  show();
}

// ---- measuring ------------------------------------------------------------------------------------------------

function showProgress(progress) {
  const { running, error, tuned } = progress;
  if (!running && (error || tuned || progress.text === text.benchStopped)) announce(error || progress.text); // else its last result was said
  forms.showProgress(engine.showProgress(progress));
}

function addResult(result, job = {}) {
  const { error } = engine.addMeasurement(result);
  if (error) note([error]);
  else showMeasured(result, job);
}

function showMeasured(result, { label }) {
  announce(`${text.product(result.n, label)}: ${shortened(result.median_ns / 1e6)} ms, ${shortened(result.flops_per_s / 1e9)} GFLOP/s`);
  const { choices } = engine.state()["cost.kernel"];
  measured.add(result, choices.find(({ id }) => id === result.kernel)?.label ?? result.kernel);
}

// The kernels are fetched when the reader first touches a lab that measures.
function openBenchOnFirstUse() {
  const measuring = [...labs.keys()].filter((section) => engine.buttons(section).length);
  const begin = () => {
    bench.open().catch((error) => console.info(error.message));
    for (const section of measuring)
      for (const type of ["pointerdown", "focusin"]) labs.get(section).removeEventListener(type, begin);
  };
  for (const section of measuring)
    for (const type of ["pointerdown", "focusin"]) labs.get(section).addEventListener(type, begin);
}

// Before the compute module is there: what the page itself can find out.
function describePage() {
  const { cores, threads, isolated, clock_step_ns } = features();
  const host = {
    cores,
    threads_available: threads,
    threads_note: isolated ? "" : text.notIsolated,
    clock_step_ns,
    facts: pageFacts(),
  };
  engine.setEnvironment({ kernels: [], max_threads: threads, host });
}

function describeMachine({ host, kernels }) {
  engine.setEnvironment({
    kernels: kernels.filter((kernel) => kernel.runs_here),
    max_threads: host.threads_available,
    host: { ...host, facts: pageFacts() },
  });
}

function pageFacts() {
  const { simd, relaxed_simd: relaxed, webgpu } = features();
  const yesNo = (has) => (has ? text.yes : text.no);
  return [
    { label: "SIMD", value: yesNo(simd) },
    { label: text.relaxedSimd, value: yesNo(relaxed) },
    { label: "WebGPU", value: yesNo(webgpu), note: text.webgpuUnused },
  ];
}
