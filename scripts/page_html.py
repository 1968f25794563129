"""The page's pieces as HTML. Everything that comes from prose, catalogue or engine is escaped here."""
import html
import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from page_files import Site
    from page_prose import Chapter, Rendered

PAPER = re.compile(r"arXiv (\d{4}\.\d{5})")  # as in web/js/derivation.js

# The language of the page that is being made: `speak` sets it, and English is the empty table.
words: dict[str, str] = {}


def speak(texts: dict[str, str]) -> None:
    words.clear()
    words.update(texts)


def t(english: str, *parts: str) -> str:
    """The text in the page's language, with the parts in its holes; not escaped."""
    return re.sub(r"\{(\d?)\}", lambda hole, rest=iter(parts): parts[int(hole[1])] if hole[1] else next(rest), words.get(english, english))


# What a derivation tells, in this order; web/js/derivation.js fills the same list.
HOW_FIELDS = {
    "formula": "Formula",
    "substituted": "With values",
    "terms": "Parts",
    "source": "Source",
    "left_out": "Left out",
    "caution": "Careful",
    "reason": "No number",
}


def text(value: str) -> str:
    return html.escape(value, quote=True)


def fill(page: str, parts: dict[str, str], site: "Site") -> str:
    def put(match: re.Match) -> str:
        name = match[1]
        if name.startswith("t:"):
            return text(t(name.removeprefix("t:")))
        if name.startswith("file:"):
            return site.name(name.removeprefix("file:"))
        if name not in parts:
            sys.exit(f"web/page.html: unknown part {{{{{name}}}}}")
        return parts[name]

    return re.sub(r"\{\{(t:.*?|[\w:.-]+)\}\}", put, page)


# ---- values and their derivations ---------------------------------------------------------------


def value(row: dict, form: str, anchor: str) -> str:
    """A number in the prose. It follows the GB/GiB switch, unless the prose asks for one form."""
    shown = row[f"text_{form}"] if form else row["text"]
    switch = ""
    if not form and row["text_gib"] != row["text"]:
        switch = f' data-gb="{text(row["text"])}" data-gib="{text(row["text_gib"])}"'
    return f'<a class="value" href="#{anchor}" data-name="{text(row["name"])}"{switch}>{text(shown)}</a>'


def terms(parts: list[dict]) -> str:
    items = (f"<li><span>{text(part['name'])}</span> <span>{text(part['text'])}</span></li>" for part in parts)
    return f"<ul>{''.join(items)}</ul>"


def how_list(row: dict) -> str:
    """Also the page's template, from an empty row."""
    rows = []
    for key, label in HOW_FIELDS.items():
        content = terms(row.get(key, [])) if key == "terms" else text(row.get(key) or "")
        if key == "source":
            content = PAPER.sub(r'<a href="https://arxiv.org/abs/\1" target="_blank" rel="noreferrer">\g<0></a>', content)
        hidden = "" if row.get(key) else " hidden"
        rows.append(f'<div data-field="{key}"{hidden}><dt>{text(t(label))}</dt><dd>{content}</dd></div>')
    return f"<dl>{''.join(rows)}</dl>"


def static_how(anchor: str, row: dict) -> str:
    label = f" {text(row['label'])}" if row.get("label") else ""
    title = f'<p class="how-title"><span class="figure">{text(row["text"])}</span>{label}</p>'
    return f'<div class="how" id="{anchor}">{title}{how_list(row)}</div>\n'


# ---- predict first --------------------------------------------------------------------------------


def options_field(ident: str, question: str, options: list[str]) -> str:
    choices = "".join(
        f'<label><input type="radio" name="{ident}" value="{number}"> {text(option)}</label>'
        for number, option in enumerate(options, 1)
    )
    legend = f'<legend class="visually-hidden">{text(question)}</legend>'
    return f'<fieldset class="predict-options">{legend}{choices}</fieldset>'


# The engine reads the other unit too, whatever the page's switch says.
OTHER_UNIT = {"GB": "; or write GiB after the number"}  # `t` when shown


def number_field(ident: str, unit: str) -> str:
    return (
        f'<label class="visually-hidden" for="{ident}">{text(t("Your answer in {}", t(unit)))}</label>'
        f'<input class="field" id="{ident}" inputmode="decimal" autocomplete="off" spellcheck="false">'
        f" <span>{text(t(unit))}{text(t(OTHER_UNIT.get(unit, '')))}</span>"
    )


def known_answer(question: dict, options: list[str], computed: dict | None) -> str:
    """For pages without scripts. Empty where the reader's own machine decides."""
    if options:
        return options[int(question["answer"]) - 1]
    if not computed:
        return f"{question['answer']} {t(question['unit'])}"
    return computed["text"] if computed["value"] is not None else ""


def question_form(section: str, which: int, kind: str, question: dict, computed: dict | None) -> str:
    """`section` and `which` name the question to the engine; `kind` is the form's class."""
    ident = f"{kind}-{section}-{which}"
    options = [option.strip() for option in question.get("options", "").split("|") if option.strip()]
    answer_field = options_field(ident, question["question"], options) if options else number_field(ident, question["unit"])
    answer = known_answer(question, options, computed)
    explained = re.sub(r"^(Yes|Ja)[.,]\s*", "", question["right"])
    tag = f'<p class="predict-tag">{text(t("Predict first"))}</p>\n' if kind == "predict" else ""
    return (
        f'<form class="{kind}" data-section="{section}" data-which="{which}" aria-labelledby="{ident}-question">\n{tag}'
        f'<p class="predict-question" id="{ident}-question">{text(question["question"])}</p>\n'
        f'<div class="predict-controls">{answer_field} <button class="button">{text(t("Check"))}</button>'
        f' <button type="button" class="button quiet" data-skip>{text(t("Skip"))}</button></div>\n'
        f'<p class="predict-message" role="status"></p>\n'
        f'<noscript><details><summary>{text(t("Answer"))}</summary>'
        f'<p>{text(answer)}{". " if answer else ""}{text(explained)}</p></details></noscript>\n</form>\n'
    )


def predict(section: str, which: int, question: dict, computed: dict | None) -> str:
    """The first question stands open, a harder one opens when it is asked for."""
    if which == 0:
        return question_form(section, which, "predict", question, computed)
    form_html = question_form(section, which, "harder", question, computed)
    return f'<details class="questions"><summary>{text(t("A harder question"))}</summary>{form_html}</details>\n'


def traps(questions: list[dict]) -> str:
    """The exercise on numbers of public tables that are not what they seem."""
    forms = "".join(
        f'<li>{question_form("traps", which, "trap", question, None)}<p class="help">{text(question["source"])}</p></li>'
        for which, question in enumerate(questions)
    )
    title = text(t("{} numbers from public tables, none of them what it seems", str(len(questions))))
    return f'<details class="questions"><summary>{title}</summary><ol class="traps">{forms}</ol></details>\n'


# ---- the form of a lab ------------------------------------------------------------------------------


def number_row(param: dict, ident: str) -> str:
    label = text(param["label"])
    return (
        f'<input type="range" id="{ident}-slider" min="0" max="1" step="any" aria-label="{label}">'
        f'<input class="field" id="{ident}" inputmode="decimal" autocomplete="off" spellcheck="false"'
        f' aria-describedby="{ident}-help {ident}-note">'
    )


def choice_row(param: dict, ident: str) -> str:
    options = "".join(
        f'<option value="{text(choice["id"])}">{text(choice["label"])}</option>' for choice in param["choices"]
    )
    return f'<select class="field" id="{ident}" aria-describedby="{ident}-help {ident}-note">{options}</select>'


def control(param: dict) -> str:
    ident = "in-" + param["key"].replace(".", "-")
    body = choice_row(param, ident) if param["kind"] == "choice" else number_row(param, ident)
    label = f'<label for="{ident}">{text(param["label"])}</label>'
    help_text = f'<p class="help" id="{ident}-help">{text(param["help"])}</p>'
    note = f'<p class="note" id="{ident}-note" role="status"></p>'
    return f'<div class="row" data-key="{text(param["key"])}">{label}{body}{help_text}{note}</div>\n'
def bench() -> str:
    return (
        '<div class="bench" hidden><div class="bench-buttons"></div><progress max="1" value="0" hidden'
        f' aria-label="{text(t("Measuring"))}"></progress><p class="bench-text"></p></div>\n'
    )



# Every product that was timed, as the canvas draws them in its lines and bars.
def measured(section: str) -> str:
    if section not in ("cost", "precision"):
        return ""
    names = ("n", t("implementation"), t("threads"), "ms", "GFLOP/s")
    heads = "".join(f'<th scope="col">{text(name)}</th>' for name in names)
    return (
        f'<div class="measured table" hidden><table><caption>{text(t("Measured in this tab"))}</caption>'
        f'<thead><tr>{heads}</tr></thead><tbody></tbody></table></div>\n'
    )


# The result that the canvas shows large, where it has one: it is said before what else a change of an input changed.
HEADLINES = {"cost": "speed", "precision": "stored", "run-memory": "total", "train-memory": "total", "compute": "train_flops", "time-cost": "cost"}


def results(section: str) -> str:
    headline = f' data-headline="{section}.{HEADLINES[section]}"' if section in HEADLINES else ""
    return f'<dl class="results"{headline}></dl><p class="said visually-hidden" role="status"></p>\n'


def reset() -> str:
    label = text(t("Back to the defaults"))
    return f'<div class="form-foot"><button type="button" class="button quiet" data-reset>{label}</button></div>'


# What the native program measured, held beside this tab; only the last section has it.
def machines() -> str:
    return (
        f'<div class="machines" role="group" aria-label="{text(t("Measured machines"))}"><ul></ul>'
        f'<p><label class="button">{text(t("Add results of"))} <code>lesson bench --json</code>'
        '<input type="file" accept=".json,application/json" multiple></label>'
        f'<button type="button" class="button" data-measure hidden>{text(t("Measure this machine"))}</button></p>'
        f'<p class="hint">{text(t("You can also drop the file on the lab, or paste its text."))}</p></div>\n'
    )


def published() -> str:
    names = (t("run"), t("predicted GPU-hours"), t("reported GPU-hours"), t("ratio"), t("utilization implied"))
    heads = "".join(f'<th scope="col">{text(name)}</th>' for name in names)
    return (
        f'<details class="more published"><summary>{text(t("The published runs as a table"))}</summary><div class="table"><table>'
        f'<thead><tr>{heads}</tr></thead><tbody></tbody></table></div></details>\n'
    )


def own_model(section: str, params: list[dict]) -> str:
    """Where a model can be picked, the reader's own can be opened; it is read in the page and sent nowhere."""
    models = [param["key"] for param in params if param["key"].endswith("model")]
    if not models:
        return ""
    ident = f"own-{section}"
    return (
        f'<details class="more own" data-models="{" ".join(models)}"><summary>{text(t("A model of your own"))}</summary>'
        f'<p class="help">{text(t("Its config.json, as Hugging Face publishes it. It is read in this page and sent nowhere."))}</p>'
        f'<label class="visually-hidden" for="{ident}-file">{text(t("config.json as a file"))}</label>'
        f'<input type="file" id="{ident}-file" accept=".json,application/json">'
        f'<label class="visually-hidden" for="{ident}-text">{text(t("The text of config.json"))}</label>'
        f'<textarea class="field" id="{ident}-text" rows="4" spellcheck="false" placeholder="{text(t("or paste its text here"))}"></textarea>'
        f'<button type="button" class="button">{text(t("Use this model"))}</button><div role="status"><ul class="own-notes"></ul></div></details>\n'
    )


# A section with two groups of inputs: the title of those whose name begins so, and of the others.
GROUPS = {"compute": ("serve-", "Running", "Training")}


def controls(section: str, params: list[dict]) -> str:
    if section not in GROUPS:
        return "".join(control(param) for param in params)
    prefix, title, others = GROUPS[section]
    groups: dict[str, str] = {}
    for param in params:
        name = title if param["key"].startswith(f"{section}.{prefix}") else others
        groups[name] = groups.get(name, "") + control(param)
    return "".join(f"<fieldset><legend>{text(t(name))}</legend>{rows}</fieldset>\n" for name, rows in groups.items())


def form(section: str, spec: dict) -> str:
    params = [param for param in spec["params"] if param["section"] == section]
    plain = controls(section, [param for param in params if not param["advanced"]])
    advanced = controls(section, [param for param in params if param["advanced"]])
    more = f'<details class="more"><summary>{text(t("More choices"))}</summary>{advanced}</details>\n' if advanced else ""
    held = machines() if section == "hardware" else ""
    runs = published() if section == "runs" else ""
    own = own_model(section, params)
    return f'<div class="form-body">{plain}{own}{more}{bench()}{measured(section)}{held}{results(section)}{runs}{reset()}</div>'


def lab(chapter: "Chapter", spec: dict) -> str:
    section, title = chapter.id, text(chapter.fields["title"])
    waiting = text(t("The lab has not started. It needs scripts, and a page that comes from a server."))
    details = f'<details class="form"><summary>{text(t("Controls as a form"))}</summary>{form(section, spec)}</details>'
    buttons = "".join(
        f'<button type="button" class="button quiet" data-save="{kind}">{text(label)}</button>'
        for kind, label in (("json", t("Numbers as JSON")), ("csv", t("Numbers as CSV")), ("png", t("Picture as PNG")))
    )
    save = f'<details class="save"><summary>{text(t("Save"))}</summary><div class="save-kinds">{buttons}</div></details>'
    return (
        f'<div class="lab" data-section="{section}" data-title="{title}" role="group" aria-label="{text(t("Lab: {}", chapter.fields["title"]))}">\n'
        f'<div class="slot"><p class="slot-note waiting">{waiting}</p></div>\n<div class="lab-foot">{details}<div class="lab-tools">{save}'
        f'<button type="button" class="button quiet copy" data-copy>{text(t("Copy link"))}</button></div></div>\n</div>'
    )


def embed_option(chapter: "Chapter") -> str:
    return f'<option value="{chapter.id}">{text(chapter.fields["title"])}</option>'


# ---- sections -----------------------------------------------------------------------------------------


def nav_item(chapter: "Chapter") -> str:
    return f'<li><a href="#{chapter.id}">{text(chapter.fields["nav"])}</a></li>'


def contents_item(chapter: "Chapter") -> str:
    title, takeaway = text(chapter.fields["title"]), text(chapter.fields["takeaway"])
    return f'<li><a href="#{chapter.id}"><strong>{title}</strong><span>{takeaway}</span></a></li>'


def section(number: int, chapter: "Chapter", rendered: "Rendered", spec: dict) -> str:
    ident, title, takeaway = chapter.id, text(chapter.fields["title"]), text(chapter.fields["takeaway"])
    hows = f'<div class="hows"><h3>{text(t("How the numbers are made"))}</h3>\n{rendered.hows}</div>\n' if rendered.hows else ""
    exercise = traps(spec["traps"]) if ident == "hardware" else ""
    return (
        f'<section class="chapter" id="{ident}" aria-labelledby="title-{ident}">\n<div class="prose">\n'
        f'<p class="part" aria-hidden="true">{number}</p>\n<h2 id="title-{ident}">{title}</h2>\n'
        f'<p class="takeaway">{takeaway}</p>\n{rendered.html}{exercise}{hows}</div>\n{lab(chapter, spec)}\n</section>\n'
    )
