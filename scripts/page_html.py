"""The page's pieces as HTML. Everything that comes from prose, catalogue or engine is escaped here."""
import html
import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from page_files import Site
    from page_prose import Chapter, Rendered

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
        if name.startswith("file:"):
            return site.name(name.removeprefix("file:"))
        if name not in parts:
            sys.exit(f"web/page.html: unknown part {{{{{name}}}}}")
        return parts[name]

    return re.sub(r"\{\{([\w:.-]+)\}\}", put, page)


def preloads(names: list[str]) -> str:
    return "\n".join(f'<link rel="modulepreload" href="{name}">' for name in names)


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
        hidden = "" if row.get(key) else " hidden"
        rows.append(f'<div data-field="{key}"{hidden}><dt>{label}</dt><dd>{content}</dd></div>')
    return f"<dl>{''.join(rows)}</dl>"


def static_how(anchor: str, row: dict) -> str:
    label = f" {text(row['label'])}" if row.get("label") else ""
    title = f'<p class="how-title"><span class="figure">{text(row["text"])}</span>{label}</p>'
    return f'<div class="how" id="{anchor}">{title}{how_list(row)}</div>\n'


# ---- predict first --------------------------------------------------------------------------------


def options_field(chapter: "Chapter", options: list[str]) -> str:
    name = f"predict-{chapter.id}"
    choices = "".join(
        f'<label><input type="radio" name="{name}" value="{number}"> {text(option)}</label>'
        for number, option in enumerate(options, 1)
    )
    legend = f'<legend class="visually-hidden">{text(chapter.fields["question"])}</legend>'
    return f'<fieldset class="predict-options">{legend}{choices}</fieldset>'


def number_field(chapter: "Chapter") -> str:
    ident, unit = f"predict-{chapter.id}", text(chapter.fields["unit"])
    return (
        f'<label class="visually-hidden" for="{ident}">Your answer in {unit}</label>'
        f'<input class="field" id="{ident}" inputmode="decimal" autocomplete="off" spellcheck="false">'
        f" <span>{unit}</span>"
    )


def known_answer(chapter: "Chapter", options: list[str], values: dict[str, dict]) -> str:
    """For pages without scripts. Empty where the reader's own machine decides."""
    fields = chapter.fields
    if options:
        return options[int(fields["answer"]) - 1]
    if not chapter.answer_reference:
        return f"{fields['answer']} {fields['unit']}"
    row = values[chapter.answer_reference]
    return row["text"] if row["value"] is not None else ""


def predict(chapter: "Chapter", values: dict[str, dict]) -> str:
    fields, section = chapter.fields, chapter.id
    options = [option.strip() for option in fields.get("options", "").split("|") if option.strip()]
    answer_field = options_field(chapter, options) if options else number_field(chapter)
    answer = known_answer(chapter, options, values)
    explained = re.sub(r"^Yes\.\s*", "", fields["right"])
    return (
        f'<form class="predict" data-section="{section}" aria-labelledby="question-{section}">\n'
        f'<p class="predict-tag">Predict first</p>\n'
        f'<p class="predict-question" id="question-{section}">{text(fields["question"])}</p>\n'
        f'<div class="predict-controls">{answer_field} <button class="button">Check</button>'
        f' <button type="button" class="button quiet" data-skip>Skip</button></div>\n'
        f'<p class="predict-message" role="status"></p>\n'
        f"<noscript><details><summary>Answer</summary>"
        f'<p>{text(answer)}{". " if answer else ""}{text(explained)}</p></details></noscript>\n</form>\n'
    )


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


BENCH = (
    '<div class="bench" hidden><div class="bench-buttons"></div><progress max="1" value="0" hidden'
    ' aria-label="Measuring"></progress><p class="bench-text" role="status"></p></div>\n'
)
RESULTS = '<dl class="results"></dl><p class="said visually-hidden" role="status"></p>\n'
RESET = (
    '<div class="form-foot"><button type="button" class="button quiet" data-reset>Back to the defaults</button></div>'
)


# What the native program measured, held beside this tab; only the last section has it.
MACHINES = (
    '<div class="machines" role="group" aria-label="Measured machines"><ul></ul>'
    '<p><label class="button">Add results of <code>lesson bench --json</code>'
    '<input type="file" accept=".json,application/json" multiple></label>'
    '<button type="button" class="button" data-measure hidden>Measure this machine</button></p>'
    '<p class="hint">You can also drop the file on the lab, or paste its text.</p></div>\n'
)


def form(section: str, spec: dict) -> str:
    params = [param for param in spec["params"] if param["section"] == section]
    plain = "".join(control(param) for param in params if not param["advanced"])
    advanced = "".join(control(param) for param in params if param["advanced"])
    more = f'<details class="more"><summary>More choices</summary>{advanced}</details>\n' if advanced else ""
    machines = MACHINES if section == "hardware" else ""
    return f'<div class="form-body">{plain}{more}{BENCH}{machines}{RESULTS}{RESET}</div>'


def lab(chapter: "Chapter", spec: dict) -> str:
    section, title = chapter.id, text(chapter.fields["title"])
    waiting = "The lab has not started. It needs scripts, and a page that comes from a server."
    details = f'<details class="form"><summary>Controls as a form</summary>{form(section, spec)}</details>'
    return (
        f'<div class="lab" data-section="{section}" data-title="{title}" role="group" aria-label="Lab: {title}">\n'
        f'<div class="slot"><p class="slot-note waiting">{waiting}</p></div>\n<div class="lab-foot">{details}'
        f'<button type="button" class="button quiet copy" data-copy>Copy link</button></div>\n</div>'
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
    hows = f'<div class="hows"><h3>How the numbers are made</h3>\n{rendered.hows}</div>\n' if rendered.hows else ""
    return (
        f'<section class="chapter" id="{ident}" aria-labelledby="title-{ident}">\n<div class="prose">\n'
        f'<p class="part" aria-hidden="true">{number}</p>\n<h2 id="title-{ident}">{title}</h2>\n'
        f'<p class="takeaway">{takeaway}</p>\n{rendered.html}{hows}</div>\n{lab(chapter, spec)}\n</section>\n'
    )
