#!/usr/bin/env python3
"""Reads assets/catalog/*.csv, checks every row, and writes the tables the engine compiles in.

    gen_catalog.py --assets assets/catalog --out BUILD/generated/engine/catalog/catalog_data.cpp

A mistake stops the build with "assets/catalog/gpus.csv:17: ..." and one sentence that says what to do; all
mistakes are shown, not only the first. What the columns mean: assets/catalog/README.md.
"""
import argparse
import csv
import math
import os
import re
import sys

# ---- what a cell may hold -----------------------------------------------------------------------


class BadCell(Exception):
    pass


def number(unit, low, high, whole=False):
    """A plain number in `unit`, between low and high. Blank is left to the column."""

    def read(text):
        try:
            value = float(text)
        except ValueError:
            hint = f", the unit ({unit}) is in the column's name" if unit else ""
            raise BadCell(f'"{text}" is not a number: write only digits{hint}')
        if not math.isfinite(value) or not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text):
            raise BadCell(f'"{text}" must be written with digits only')
        if not low <= value <= high:
            raise BadCell(f"{text} is out of range: expected {low:g} to {high:g} {unit}".rstrip())
        if whole and value != int(value):
            raise BadCell(f"{text} must be a whole number")
        return int(text) if whole else value

    return read


def choice(*allowed):
    def read(text):
        if text not in allowed:
            raise BadCell(f'"{text}" is not one of {", ".join(allowed)}')
        return text

    return read


def yes_no(text):
    return choice("yes", "no")(text) == "yes"


def identifier(text):
    if not re.fullmatch(r"[a-z0-9]+([.-][a-z0-9]+)*", text):
        raise BadCell(f'"{text}" is no id: use lower case letters, digits and dots, words joined by "-"')
    return text


def words(text):
    if text != text.strip() or any(ord(c) < 32 for c in text):
        raise BadCell("text must not begin or end with a space, nor hold control characters")
    return text


def columns_list(text):
    return text.split(";")


def local_per_global(text):
    return "all" if text == "all" else number("layers", 1, 100, whole=True)(text)


REQUIRED, OPTIONAL = True, False
PEAKS = {"fp32": "fp32_tflops", "tf32": "tf32_tflops", "bf16": "bf16_tflops", "fp16": "fp16_tflops",
         "fp8_e4m3": "fp8_tflops", "int8": "int8_tops", "fp4": "fp4_tflops"}
SIZE = number("", 1, 1e6, whole=True)
COUNT = number("parameters", 1e5, 1e14, whole=True)


def device_columns(needs):
    peak = (number("TFLOP/s", 0.1, 1e5), OPTIONAL)
    return {
        "id": (identifier, REQUIRED), "name": (words, REQUIRED), "vendor": (words, needs),
        "year": (number("", 2010, 2035, whole=True), needs), "memory_gb": (number("GB", 4, 4096), needs),
        "bandwidth_gbs": (number("GB/s", 20, 100000), needs),
        **{column: peak for column in PEAKS.values()},
        "tdp_w": (number("W", 5, 10000), OPTIONAL), "uncertain": (columns_list, OPTIONAL),
        "notes": (words, OPTIONAL), "source": (words, REQUIRED),
    }


MODEL_COLUMNS = {
    "id": (identifier, REQUIRED), "name": (words, REQUIRED), "layers": (number("", 1, 2000, whole=True), REQUIRED),
    "hidden": (SIZE, REQUIRED), "heads": (SIZE, REQUIRED), "kv_heads": (SIZE, REQUIRED), "head_dim": (SIZE, REQUIRED),
    "ffn": (SIZE, REQUIRED), "vocab": (number("", 1, 1e7, whole=True), REQUIRED), "tied": (yes_no, REQUIRED),
    "mlp": (choice("plain", "gated"), REQUIRED), "norm": (choice("rms", "layer"), REQUIRED),
    "norms_per_layer": (number("", 1, 8, whole=True), REQUIRED), "qk_norm": (yes_no, REQUIRED),
    "biases": (choice("none", "qkv", "all"), REQUIRED), "head_bias": (yes_no, REQUIRED),
    "embed_norm": (yes_no, REQUIRED), "learned_positions": (number("", 0, 1e7, whole=True), REQUIRED),
    "window": (number("tokens", 1, 1e7, whole=True), OPTIONAL), "local_per_global": (local_per_global, OPTIONAL),
    "experts": (SIZE, OPTIONAL), "active_experts": (SIZE, OPTIONAL), "expert_ffn": (SIZE, OPTIONAL),
    "shared_experts": (number("", 0, 1000, whole=True), OPTIONAL),
    "dense_layers": (number("", 0, 2000, whole=True), OPTIONAL), "router_bias": (yes_no, REQUIRED),
    "q_rank": (SIZE, OPTIONAL), "kv_rank": (SIZE, OPTIONAL), "rope_dim": (SIZE, OPTIONAL),
    "nope_dim": (SIZE, OPTIONAL), "v_dim": (SIZE, OPTIONAL), "params": (COUNT, REQUIRED),
    "active_params": (COUNT, OPTIONAL), "attention": (words, REQUIRED), "notes": (words, OPTIONAL),
    "source": (words, REQUIRED),
}
RUN_COLUMNS = {
    "id": (identifier, REQUIRED), "name": (words, REQUIRED), "params": (COUNT, REQUIRED),
    "active_params": (COUNT, OPTIONAL), "tokens": (number("tokens", 1e6, 1e16, whole=True), REQUIRED),
    "gpu_id": (identifier, REQUIRED), "peak_dtype": (choice(*PEAKS), REQUIRED),
    "device_as_reported": (words, REQUIRED), "reported_gpu_hours": (number("GPU-hours", 0.01, 1e10), OPTIONAL),
    "reported_mfu": (number("", 0.001, 1), OPTIONAL), "ratio_at_40": (number("", 0.01, 100), OPTIONAL),
    "notes": (words, OPTIONAL), "source": (words, REQUIRED),
}
ACHIEVABLE_COLUMNS = {
    "gpu_id": (identifier, REQUIRED), "peak_dtype": (choice(*PEAKS), REQUIRED),
    "achieved_tflops": (number("TFLOP/s", 0.1, 1e5), REQUIRED),
    "quoted_peak_tflops": (number("TFLOP/s", 0.1, 1e5), REQUIRED), "notes": (words, OPTIONAL),
    "source": (words, REQUIRED),
}
TRAP_COLUMNS = {
    "id": (identifier, REQUIRED), "gpu_id": (identifier, REQUIRED), "peak_dtype": (choice(*PEAKS), REQUIRED),
    "wrong_tflops": (number("TFLOP/s", 0.1, 1e5), REQUIRED),
    "kind": (choice("sparse", "tf32", "fp16-accumulate", "per-die", "other-part"), REQUIRED),
    "question": (words, REQUIRED), "answer": (words, REQUIRED), "source": (words, REQUIRED),
}

# ---- reading ------------------------------------------------------------------------------------

errors = []


def error(where, message):
    errors.append(f"{where}: {message}.")


def check_header(where, header, columns):
    if header == list(columns):
        return True
    for name in header:
        if name not in columns:
            with_unit = [column for column in columns if column.startswith(name + "_")]
            hint = f'; its unit is missing: write "{with_unit[0]}"' if with_unit else ""
            error(where, f'unknown column "{name}"{hint}')
    for name in columns:
        if name not in header:
            error(where, f'column "{name}" is missing')
    if sorted(header) == sorted(columns):
        error(where, "the columns are in another order: expected " + ",".join(columns))
    return False


def read_table(folder, file_name, columns):
    """Rows as dictionaries of checked values, blank cells None, "where" for later errors."""
    path = os.path.join(folder, file_name)
    shown = os.path.join("assets/catalog", file_name)
    rows, seen = [], {}
    with open(path, encoding="utf-8", newline="") as file:
        reader = csv.reader(file, strict=True)
        try:
            header = next(reader, [])
            if not check_header(f"{shown}:1", header, columns):
                return rows
            for cells in reader:
                where = f"{shown}:{reader.line_num}"
                if len(cells) != len(header):
                    error(where, f"{len(cells)} cells, but {len(header)} columns: is a comma missing or too many")
                    continue
                row = read_row(where, dict(zip(header, cells)), columns)
                if row.get("id") in seen:
                    error(where, f'the id "{row["id"]}" is already used in line {seen[row["id"]]}: choose another')
                elif row.get("id"):
                    seen[row["id"]] = reader.line_num
                rows.append(row)
        except csv.Error as problem:
            error(f"{shown}:{reader.line_num}", f"not readable as CSV ({problem})")
    if not rows:
        error(f"{shown}:1", "there is no row: at least one is needed")
    return rows


def read_row(where, cells, columns):
    row = {"where": where}
    for column, (read, required) in columns.items():
        text = cells[column]
        row[column] = None
        if text == "":
            if required:
                error(where, f'"{column}" is blank: every row needs it')
            continue
        try:
            row[column] = read(text)
        except BadCell as problem:
            error(where, f'in "{column}": {problem}')
    return row


# ---- checks that look at more than one cell -----------------------------------------------------


def check_devices(rows, built_in):
    reserved = {row["id"] for row in built_in}
    for row in rows:
        if row["id"] in reserved:
            error(row["where"], f'the id "{row["id"]}" is built in (built_in.csv): choose another')
        for column in row["uncertain"] or []:
            if column not in row:
                error(row["where"], f'"uncertain" names "{column}", which is no column')
            elif row[column] is None:
                error(row["where"], f'"uncertain" names "{column}", but its cell is blank')
        if row["uncertain"] and not row["notes"]:
            error(row["where"], '"uncertain" is set: say in "notes" what sources disagree about')


def check_models(rows):
    expert_columns = ["experts", "active_experts", "expert_ffn", "shared_experts", "dense_layers"]
    latent_columns = ["kv_rank", "rope_dim", "nope_dim", "v_dim"]
    for row in rows:
        for group in (expert_columns, latent_columns):
            blank = [column for column in group if row[column] is None]
            if blank and len(blank) != len(group):
                error(row["where"], f'"{blank[0]}" is blank, but the columns beside it are not: fill all of {", ".join(group)} or none')
        if (row["experts"] is None) != (row["active_params"] is None):
            error(row["where"], '"experts" and "active_params" belong together: fill both or none')
        if (row["window"] is None) != (row["local_per_global"] is None):
            error(row["where"], '"window" and "local_per_global" belong together: fill both or none')
        if row["heads"] and row["kv_heads"] and row["heads"] % row["kv_heads"]:
            error(row["where"], f'{row["heads"]} heads cannot share {row["kv_heads"]} kv_heads evenly')
        if row["experts"] and row["active_experts"] and row["active_experts"] > row["experts"]:
            error(row["where"], '"active_experts" is larger than "experts"')
        if row["params"] and row["active_params"] and row["active_params"] > row["params"]:
            error(row["where"], '"active_params" is larger than "params"')


def check_peaks(rows, devices):
    """Rows that point at a device's peak: the device exists and has that peak."""
    by_id = {device["id"]: device for device in devices}
    for row in rows:
        if row["gpu_id"] is None or row["peak_dtype"] is None:
            continue
        device = by_id.get(row["gpu_id"])
        if device is None:
            error(row["where"], f'there is no device "{row["gpu_id"]}": use an id of gpus.csv')
        elif device[PEAKS[row["peak_dtype"]]] is None:
            error(row["where"], f'"{row["gpu_id"]}" has no {row["peak_dtype"]} peak in gpus.csv')


def check_runs(rows):
    for row in rows:
        if (row["reported_gpu_hours"] is None) != (row["ratio_at_40"] is None):
            error(row["where"], '"reported_gpu_hours" and "ratio_at_40" belong together: fill both or none')
        if row["params"] and row["active_params"] and row["active_params"] > row["params"]:
            error(row["where"], '"active_params" is larger than "params"')


# ---- writing C++ --------------------------------------------------------------------------------


def text(value):
    if not value:
        return '""'
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("?", "\\?")
    return f'"{escaped}"'


def scaled(value, factor):
    return "{}" if value is None else f"{value!r} * {factor}"


def whole(value):
    return "{}" if value is None else str(value)


def boolean(value):
    return "true" if value else "false"


def device_code(row, is_product):
    peaks = ", ".join(scaled(row[column], "1e12") for column in PEAKS.values())
    uncertain = f"kUncertain_{re.sub('[^a-z0-9]', '_', row['id'])}" if row["uncertain"] else "{}"
    return (f"{{{text(row['id'])}, {text(row['name'])}, {text(row['vendor'])}, {whole(row['year'])}, "
            f"{scaled(row['memory_gb'], '1e9')}, {scaled(row['bandwidth_gbs'], '1e9')}, {{{peaks}}}, "
            f"{scaled(row['tdp_w'], '1.0')}, {uncertain}, {text(row['notes'])}, {text(row['source'])}, {boolean(is_product)}}}")


def uncertain_code(row):
    name = f"kUncertain_{re.sub('[^a-z0-9]', '_', row['id'])}"
    return f"constexpr std::string_view {name}[] = {{{', '.join(text(column) for column in row['uncertain'])}}};"


def model_code(row):
    span = "full" if row["local_per_global"] is None else "all_local" if row["local_per_global"] == "all" else "mixed"
    period = row["local_per_global"] if span == "mixed" else 0
    experts = "std::nullopt"
    if row["experts"] is not None:
        experts = (f"ExpertShape{{{row['experts']}, {row['active_experts']}, {row['expert_ffn']}, {row['shared_experts']}, "
                   f"{row['dense_layers']}, {boolean(row['router_bias'])}}}")
    latent = "std::nullopt"
    if row["kv_rank"] is not None:
        q_rank = "std::nullopt" if row["q_rank"] is None else str(row["q_rank"])
        latent = f"LatentShape{{{q_rank}, {row['kv_rank']}, {row['rope_dim']}, {row['nope_dim']}, {row['v_dim']}}}"
    sizes = ", ".join(str(row[c]) for c in ("layers", "hidden", "heads", "kv_heads", "head_dim", "ffn", "vocab"))
    shape = (f"{{{sizes}, {boolean(row['tied'])}, MlpKind::{row['mlp']}, NormKind::{row['norm']}, {row['norms_per_layer']}, "
             f"{boolean(row['qk_norm'])}, BiasKind::{row['biases']}, {boolean(row['head_bias'])}, {boolean(row['embed_norm'])}, "
             f"{row['learned_positions']}, AttentionSpan::{span}, {row['window'] or 0}, {period}, {experts}, {latent}}}")
    return (f"{{{text(row['id'])}, {text(row['name'])}, {shape}, {row['params']}, {whole(row['active_params'])}, "
            f"{text(row['attention'])}, {text(row['notes'])}, {text(row['source'])}}}")


def run_code(row):
    return (f"{{{text(row['id'])}, {text(row['name'])}, {row['params']}.0, {scaled(row['active_params'], '1.0')}, "
            f"{row['tokens']}.0, {text(row['gpu_id'])}, {text(row['peak_dtype'])}, {text(row['device_as_reported'])}, "
            f"{scaled(row['reported_gpu_hours'], '1.0')}, {scaled(row['reported_mfu'], '1.0')}, "
            f"{scaled(row['ratio_at_40'], '1.0')}, {text(row['notes'])}, {text(row['source'])}}}")


def achievable_code(row):
    return (f"{{{text(row['gpu_id'])}, {text(row['peak_dtype'])}, {scaled(row['achieved_tflops'], '1e12')}, "
            f"{scaled(row['quoted_peak_tflops'], '1e12')}, {text(row['notes'])}, {text(row['source'])}}}")


def trap_code(row):
    return (f"{{{text(row['id'])}, {text(row['gpu_id'])}, {text(row['peak_dtype'])}, {scaled(row['wrong_tflops'], '1e12')}, "
            f"{text(row['kind'])}, {text(row['question'])}, {text(row['answer'])}, {text(row['source'])}}}")


def table_code(type_name, array, rows):
    return f"constexpr {type_name} {array}[] = {{\n" + "".join(f"    {row},\n" for row in rows) + "};\n"


def write_cpp(path, built_in, gpus, models, runs, achievable, traps):
    devices = [device_code(row, False) for row in built_in] + [device_code(row, True) for row in gpus]
    lines = [
        "// Made by scripts/gen_catalog.py from assets/catalog/*.csv: change those, not this file.",
        '#include "engine/catalog/catalog.h"\n',
        "namespace lesson {\nnamespace {\n",
        *[uncertain_code(row) for row in gpus if row["uncertain"]],
        table_code("Device", "kDevices", devices),
        table_code("Model", "kModels", [model_code(row) for row in models]),
        table_code("Run", "kRuns", [run_code(row) for row in runs]),
        table_code("Achievable", "kAchievable", [achievable_code(row) for row in achievable]),
        table_code("PeakTrap", "kPeakTraps", [trap_code(row) for row in traps]),
        "}  // namespace\n",
        "std::span<const Device> devices() { return kDevices; }",
        f"std::span<const Device> catalog_devices() {{ return devices().subspan({len(built_in)}); }}",
        "std::span<const Model> models() { return kModels; }",
        "std::span<const Run> runs() { return kRuns; }",
        "std::span<const Achievable> achievable() { return kAchievable; }",
        "std::span<const PeakTrap> peak_traps() { return kPeakTraps; }\n",
        "}  // namespace lesson\n",
    ]
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--assets", required=True, help="folder of the CSV files")
    arguments.add_argument("--out", required=True, help="C++ file to write")
    options = arguments.parse_args()

    gpus = read_table(options.assets, "gpus.csv", device_columns(REQUIRED))
    built_in = read_table(options.assets, "built_in.csv", device_columns(OPTIONAL))
    models = read_table(options.assets, "models.csv", MODEL_COLUMNS)
    runs = read_table(options.assets, "runs.csv", RUN_COLUMNS)
    achievable = read_table(options.assets, "achievable.csv", ACHIEVABLE_COLUMNS)
    traps = read_table(options.assets, "traps.csv", TRAP_COLUMNS)
    if not errors:  # the checks across cells and files would only repeat what is wrong already
        check_devices(gpus, built_in)
        check_models(models)
        check_runs(runs)
        for rows in (runs, achievable, traps):
            check_peaks(rows, gpus)

    if errors:
        print("\n".join(errors), file=sys.stderr)
        return 1
    write_cpp(options.out, built_in, gpus, models, runs, achievable, traps)
    return 0


if __name__ == "__main__":
    sys.exit(main())
