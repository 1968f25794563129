#!/usr/bin/env python3
"""Writes scenarios.json: what is set, which numbers must come out, and where each number is from.

    make_scenarios.py            writes tests/golden/scenarios.json
    make_scenarios.py --check    fails when the file is not what this program writes

No number comes from the lesson's own code. `quoted` numbers stand in a paper, a published file or the lesson's plan and are
typed here; `derived` ones are worked out below, from the published columns of assets/catalog and the formulas of their papers.
The same file is run by tests/unit/golden_test.cpp (native and WebAssembly), tests/browser/golden.test.mjs and
tests/cli/test_golden.py. A scenario: {"name", "set": {input: text}, "expect": {result: number or null}, "within": share,
"from"}; "config" is the text of a config.json that is opened first.
"""
import csv
import json
import math
import statistics
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CATALOG = HERE.parents[1] / "assets/catalog"


def table(name: str) -> dict[str, dict[str, str]]:
    with (CATALOG / name).open(encoding="utf-8") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


MODELS, RUNS, GPUS = table("models.csv"), table("runs.csv"), table("gpus.csv") | table("built_in.csv")
SCENARIOS: list[dict] = []
EXACT = 1e-12  # of what is a whole number or comes out of the same double arithmetic


def add(name: str, section: str, inputs: dict, expect: dict, within: float, source: str, **more) -> None:
    """Bare names are those of the section."""
    full = lambda key: key if "." in key else f"{section}.{key}"  # noqa: E731
    SCENARIOS.append(
        {
            "name": name,
            "set": {full(key): str(value) for key, value in inputs.items()},
            "expect": {full(key): value for key, value in expect.items()},
            "within": within,
            "from": source,
            **more,
        }
    )


def quoted(source: str) -> str:
    return f"quoted: {source}"


def derived(how: str) -> str:
    return f"derived here: {how}"


def rounded(value: float, decimals: int) -> float:
    """The share by which a number with so many decimals may be off: half of its last digit."""
    return 0.5000001 * 10**-decimals / value


def size(model: str, column: str) -> int:
    return int(MODELS[model][column] or 0)


def peak(gpu: str, column: str = "bf16_tflops") -> float:
    return float(GPUS[gpu][column]) * 1e12


# ---- precision -------------------------------------------------------------------------------------------------

IEEE = "IEEE 754 and the OCP 8-bit specification"
for dtype, bits, largest, step in (
    ("fp32", 32, (2 - 2**-23) * 2.0**127, 2**-23),
    ("bf16", 16, (2 - 2**-7) * 2.0**127, 2**-7),
    ("fp16", 16, 65504, 2**-10),
    ("fp8_e4m3", 8, 448, 2**-3),
    ("fp8_e5m2", 8, 57344, 2**-2),
):
    add(f"limits of {dtype}", "precision", {"dtype": dtype}, {"bits": bits, "largest": largest, "step_near_1": step}, EXACT, quoted(IEEE))
add("pi in bfloat16", "precision", {"dtype": "bf16", "value": "3.14159265358979"}, {"stored": 3.140625}, EXACT, derived("pi rounded to 8 significant bits"))
add("70,000 overflows float16", "precision", {"dtype": "fp16", "value": 70000}, {"stored": None}, EXACT, quoted("lesson plan: the largest is 65,504"))

# ---- parameters, exact -------------------------------------------------------------------------------------------

for model in ("gpt2", "gpt-3-175b", "llama-2-7b", "llama-3-8b", "llama-3.1-405b", "qwen2.5-7b", "qwen3-8b", "gemma-3-27b-text", "falcon-40b", "bloom-176b", "phi-2"):
    add(f"parameters of {model}", "run-memory", {"model": model}, {"params": size(model, "params"), "weights": 2 * size(model, "params")}, EXACT, quoted(f"models.csv: {MODELS[model]['source']}"))
for model in ("mixtral-8x7b", "deepseek-v3"):
    add(f"parameters of {model}, all and active", "run-memory", {"model": model}, {"params": size(model, "params"), "active_params": size(model, "active_params")}, EXACT, quoted(f"models.csv: {MODELS[model]['source']}"))
LLAMA_3_CONFIG = {"model_type": "llama", "num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256, "tie_word_embeddings": False, "torch_dtype": "bfloat16"}
add("a config.json of one's own: Llama 3 8B", "run-memory", {"model": "own", "context": 131072}, {"params": 8030261248, "kv_cache": 17179869184}, EXACT, quoted("the published count; the cache as in the reference vectors"), config=LLAMA_3_CONFIG)
GPT2_CONFIG = {"model_type": "gpt2", "n_layer": 12, "n_embd": 768, "n_head": 12, "vocab_size": 50257, "n_positions": 1024}
add("a config.json of one's own: gpt2", "run-memory", {"model": "own"}, {"params": 124439808}, EXACT, quoted("huggingface/transformers #14960"), config=GPT2_CONFIG)

# ---- memory to run -------------------------------------------------------------------------------------------------

for dtype, gb in (("fp32", 28), ("bf16", 14), ("int8", 7), ("int4", 3.5), ("q4_0", 3.9375)):
    add(f"7B in {dtype}", "run-memory", {"params": "7e9", "dtype": dtype}, {"weights": gb * 1e9, "total": gb * 1e9}, EXACT, quoted("lesson plan"))
BITS = {"q2_k": 2.625, "q3_k": 3.4375, "q5_0": 5.5, "q6_k": 6.5625, "q8_0": 8.5, "mxfp4": 4.25, "nvfp4": 4.5, "nf4": 4.5, "mlx4": 4.5}
for dtype, bits in BITS.items():
    add(f"7B in {dtype}", "run-memory", {"params": "7e9", "dtype": dtype}, {"weights": 7e9 * bits / 8}, EXACT, quoted("ggml-common.h and the formats' papers: bits for each weight"))
add("7B in nf4 with double quantization", "run-memory", {"params": "7e9", "dtype": "nf4_dq"}, {"weights": 7e9 * 4.127 / 8}, 1e-4, quoted("arXiv 2305.14314: 4.127 bits"))
for model, each in (("gpt2", 36864), ("llama-2-7b", 524288), ("llama-2-13b", 819200), ("llama-2-70b", 327680), ("llama-3-8b", 131072), ("llama-3.1-405b", 516096), ("qwen2.5-7b", 57344), ("deepseek-v3", 61 * 576 * 2)):
    add(f"attention cache of {model} for a token", "run-memory", {"model": model, "context": 1}, {"kv_per_token": each}, EXACT, quoted("reference vectors; 576 numbers a layer for latent attention (arXiv 2405.04434)"))
add("Llama 3 8B at 131,072 tokens", "run-memory", {"model": "llama-3-8b", "context": 131072}, {"kv_cache": 17179869184}, EXACT, quoted("reference vectors: 16.00 GiB"))
add("Llama 2 13B at 8,192 tokens", "run-memory", {"model": "llama-2-13b", "context": 8192}, {"kv_cache": 6710886400}, EXACT, quoted("reference vectors"))
add("the same with an 8-bit cache and a batch of 4", "run-memory", {"model": "llama-2-13b", "context": 8192, "kv-dtype": "int8", "batch": 4}, {"kv_cache": 2 * 6710886400}, EXACT, derived("half the bytes, four times the sequences"))
add("Gemma 3 27B with windows", "run-memory", {"model": "gemma-3-27b-text", "context": 131072}, {"kv_cache": 11.17e9, "kv_unwindowed": 66.57e9}, rounded(11.17, 2), quoted("reference vectors: 52 layers keep 1,024 tokens"))
GEMMA = 2 * 16 * 128 * 2 * (10 * 131072 + 52 * 1024)
add("Gemma 3 27B with windows, exact", "run-memory", {"model": "gemma-3-27b-text", "context": 131072}, {"kv_cache": GEMMA}, EXACT, derived("2 x KV heads x head size x 2 bytes x (10 x 131,072 + 52 x 1,024)"))
add("20 % overhead", "run-memory", {"params": "7e9", "overhead": 0.2}, {"overhead": 2.8e9, "total": 16.8e9}, EXACT, derived("0.2 x 14 GB"))
for params, cards in (("7e9", 1), ("70e9", 2), ("175e9", 5), ("405e9", 11)):
    add(f"80 GB cards to run {params}", "run-memory", {"params": params}, {"devices_80gb": cards}, EXACT, quoted("reference vectors"))
left = 80e9 - 2 * size("llama-3-8b", "params")
add("longest context and largest batch of Llama 3 8B on 80 GB", "run-memory", {"model": "llama-3-8b", "context": 8192}, {"longest_context": math.floor(left / 131072), "largest_batch": math.floor(left / 131072 / 8192)}, EXACT, derived("what is left of 80 GB / 131,072 bytes for each token"))
add("the same on a gaming card", "run-memory", {"model": "llama-3-8b", "gpu": "rtx-4090", "context": 8192}, {"longest_context": math.floor((24e9 - 2 * size("llama-3-8b", "params")) / 131072), "devices_needed": 1}, EXACT, derived("what is left of 24 GB"))

# ---- memory to train -------------------------------------------------------------------------------------------------

for convention, each in (("16", 16), ("18", 18), ("20", 20), ("12", 12), ("fp32", 16)):
    add(f"convention {convention}", "train-memory", {"params": "7e9", "convention": convention}, {"bytes_per_param": each, "total": each * 7e9}, EXACT, quoted("arXiv 1910.02054, 2201.11990; EleutherAI; maxtext #606"))
for optimizer, each in (("adamw-8bit", 10), ("sgd-momentum", 12), ("sgd", 8), ("adafactor", 8), ("lion", 12), ("muon", 12)):
    add(f"optimizer {optimizer}", "train-memory", {"params": "7e9", "optimizer": optimizer}, {"bytes_per_param": each, "total": each * 7e9}, EXACT, quoted("reference table of optimizers"))
add("3B", "train-memory", {"params": "3e9"}, {"total": 48e9}, EXACT, quoted("lesson plan"))
for params, cards in (("7e9", 2), ("70e9", 14), ("175e9", 35), ("405e9", 81)):
    add(f"80 GB cards to train {params}", "train-memory", {"params": params}, {"devices_80gb": cards}, EXACT, quoted("reference vectors"))
for params, gpus, by_stage in (("7.5e9", 64, (120, 31.40625, 16.640625, 1.875)), ("7e9", 8, (112, 38.5, 26.25, 14))):
    for stage, gb in enumerate(by_stage):
        add(f"ZeRO {stage}, {params} on {gpus}", "train-memory", {"params": params, "gpus": gpus, "sharding": f"zero{stage}"}, {"per_gpu": gb * 1e9, "communication": (0 if gpus == 1 else (3 if stage == 3 else 2) * float(params) * 2)}, EXACT, quoted("arXiv 1910.02054, figure 1 and table 1"))
add("70B on 64 with tensor 8, pipeline 2 and ZeRO 1", "train-memory", {"params": "70e9", "gpus": 64, "tensor": 8, "pipeline": 2, "sharding": "zero1"}, {"per_gpu": 70e9 / 16 * (4 + 12 / 4)}, EXACT, derived("parameters / 16, then 4 + 12 / 4 bytes"))
add("GPUs that cannot be split", "train-memory", {"params": "70e9", "gpus": 12, "tensor": 8}, {"per_gpu": None, "total": None}, EXACT, derived("12 is no multiple of 8"))
for rank, targets, trained in ((8, "qv", 4194304), (16, "qkvo", 16777216), (16, "all", 39976960), (64, "all", 159907840)):
    add(f"LoRA rank {rank} on {targets}", "train-memory", {"model": "llama-2-7b", "method": "lora", "rank": rank, "targets": targets}, {"lora_params": trained, "total": 2 * size("llama-2-7b", "params") + 16 * trained}, EXACT, quoted("reference vectors"))
add("QLoRA", "train-memory", {"model": "llama-2-7b", "method": "qlora", "targets": "all"}, {"total": 4.12e9}, rounded(4.12, 2), quoted("reference vectors"))


def activation_bytes(model: str, s: int, b: int, recompute: str, flash: bool, t: int = 1, sequence: bool = False) -> float:
    """arXiv 2205.05198, table 2, and the terms outside the layers."""
    h, a, layers, vocab = (size(model, column) for column in ("hidden", "heads", "layers", "vocab"))
    sbh = s * b * h
    scores = 0 if flash or recompute == "selective" else 5 * a * s / h
    layer = sbh * (34 + scores) / t if sequence else sbh * (10 + 24 / t + scores / t)
    inside = layers * 2 * sbh + layer if recompute == "full" else layers * layer
    return inside + (sbh + 2 * sbh + 2 * sbh + 4 * s * b * vocab) / t


for recompute, flash in (("none", "off"), ("none", "on"), ("selective", "off"), ("full", "off")):
    want = activation_bytes("llama-2-7b", 4096, 1, recompute, flash == "on")
    add(f"activations, recompute {recompute}, FlashAttention {flash}", "train-memory", {"model": "llama-2-7b", "context": 4096, "recompute": recompute, "flash": flash}, {"activations": want}, EXACT, derived("arXiv 2205.05198, table 2"))
add("activations with tensor 8", "train-memory", {"model": "gpt-3-175b", "context": 2048, "flash": "off", "gpus": 8, "tensor": 8}, {"activations": activation_bytes("gpt-3-175b", 2048, 1, "none", False, 8)}, EXACT, derived("arXiv 2205.05198, table 2"))
add("activations with tensor 8 and sequence parallel", "train-memory", {"model": "gpt-3-175b", "context": 2048, "flash": "off", "gpus": 8, "tensor": 8, "sequence": "on"}, {"activations": activation_bytes("gpt-3-175b", 2048, 1, "none", False, 8, True)}, EXACT, derived("arXiv 2205.05198, table 2"))

# ---- work ------------------------------------------------------------------------------------------------------------

add("the toy model", "compute", {"params": 1000, "tokens": 500}, {"train_flops": 3e6, "forward_flops": 1e6, "backward_flops": 2e6}, EXACT, quoted("lesson plan"))
add("a 7B model on 2T tokens", "compute", {"params": "7e9", "tokens": "2e12"}, {"train_flops": 8.4e22, "infer_flops_per_token": 14e9, "tokens_per_param": 2e12 / 7e9}, EXACT, quoted("lesson plan"))
add("GPT-3", "compute", {"params": "175e9", "tokens": "300e9"}, {"train_flops": 3.15e23}, EXACT, quoted("lesson plan"))
add("Llama 2 7B with attention at 4,096 tokens", "compute", {"model": "llama-2-7b", "tokens": "1e9", "context": 4096}, {"exact_per_token": 46086512640, "train_flops_per_token": 40430493696}, EXACT, quoted("reference vectors (arXiv 2204.02311, appendix B)"))
add("the same, causal", "compute", {"model": "llama-2-7b", "tokens": "1e9", "context": 4096, "causal": "on"}, {"exact_per_token": 46086512640 - 6442450944 / 2}, EXACT, derived("half of the attention term"))
add("gpt2 with attention at 1,024 tokens", "compute", {"model": "gpt2", "tokens": "1e9", "context": 1024}, {"exact_per_token": 855166464}, EXACT, quoted("reference vectors; karpathy/nanoGPT notebook"))
add("attention's share of Llama 3 8B", "compute", {"model": "llama-3-8b", "tokens": "1e9", "context": 131072}, {"attention_ratio": 4.58}, rounded(4.58, 2), quoted("reference vectors"))
add("experts count what is active", "compute", {"model": "mixtral-8x7b", "tokens": "1e9"}, {"train_flops": 6 * size("mixtral-8x7b", "active_params") * 1e9}, EXACT, derived("6 x active parameters x tokens"))
add("typed experts", "compute", {"params": "47e9", "active": "13e9", "tokens": "1e9"}, {"train_flops": 6 * 13e18}, EXACT, derived("6 x active parameters x tokens"))
add("full recompute", "compute", {"params": "7e9", "tokens": "1e9", "recompute": "full"}, {"hardware_flops": 8 * 7e18, "hardware_ratio": 4 / 3}, EXACT, quoted("arXiv 2205.05198: one more forward pass"))
add("selective recompute", "compute", {"model": "llama-2-7b", "tokens": "1e9", "context": 2048, "recompute": "selective"}, {"hardware_ratio": 1 + 2048 / (18 * 4096 + 3 * 2048)}, EXACT, quoted("reference vectors: s / (18h + 3s)"))
add("LoRA's work", "compute", {"model": "llama-2-7b", "tokens": "1e9", "method": "lora"}, {"lora_flops": (4 * size("llama-2-7b", "params") + 6 * 39976960) * 1e9}, EXACT, derived("4N + 6 N_lora for each token"))

ORIGINAL, CORRECTED = (1.69, 406.4, 410.7, 0.34, 0.28), (1.8172, 482.01, 2085.43, 0.3478, 0.3658)


def best_params(flops: float, fit: tuple) -> float:
    _, a, b, alpha, beta = fit
    return (alpha * a / (beta * b)) ** (1 / (alpha + beta)) * (flops / 6) ** (beta / (alpha + beta))


def loss(params: float, tokens: float, fit: tuple) -> float:
    e, a, b, alpha, beta = fit
    return e + a / params**alpha + b / tokens**beta


for params, tokens in ((7e9, 2e12), (175e9, 300e9), (70e9, 1.4e12)):
    flops = 6 * params * tokens
    add(f"Chinchilla for {flops:.3g} FLOPs", "compute", {"params": f"{params:.0f}", "tokens": f"{tokens:.0f}"}, {
        "chinchilla_params": math.sqrt(flops / 120),
        "chinchilla_tokens": 20 * math.sqrt(flops / 120),
        "chinchilla_params_fit": best_params(flops, CORRECTED),
        "chinchilla_params_original": best_params(flops, ORIGINAL),
        "chinchilla_tokens_original": flops / 6 / best_params(flops, ORIGINAL),
        "loss_original": loss(params, tokens, ORIGINAL),
        "loss_fit": loss(params, tokens, CORRECTED),
    }, 1e-9, derived("arXiv 2203.15556 and 2404.10102"))
add("Chinchilla's own loss", "compute", {"params": "70e9", "tokens": "1.4e12"}, {"loss_original": 1.9366}, rounded(1.9366, 4), quoted("reference vectors"))

# ---- serving ------------------------------------------------------------------------------------------------------------

for context, ms in ((0, 4.79), (8192, 5.11), (131072, 9.92)):
    add(f"Llama 3 8B on an H100, {context} tokens in the cache", "compute", {"serve-context": context}, {"decode_time": ms / 1000}, rounded(ms, 2), quoted("reference vectors (jax-ml/scaling-book)"))
for batch, speed, digits in ((1, 205, 0), (16, 2633, 0), (64, 6450, 0), (256, 10116, 0)):
    add(f"tokens a second at a batch of {batch}", "compute", {"serve-batch": batch}, {"decode_speed": speed, "decode_speed_each": speed / batch}, rounded(speed, digits), quoted("reference vectors (jax-ml/scaling-book)"))
prefill = (2 * size("llama-3-8b", "params") * 2048 + 4 * 32 * 32 * 128 * 2048**2 / 2) / (peak("h100-sxm5-80gb") * 0.5)
add("prefill of 2,048 tokens", "compute", {}, {"prefill_time": prefill}, 1e-9, derived("(2NT + 4 L H hd T^2 / 2) / (peak x 0.5): 66.5 ms + 2.2 ms"))
for gpu, ridge in (("a100-sxm4-80gb", 153), ("h100-sxm5-80gb", 295), ("rtx-4090", 164)):
    add(f"ridge of {gpu}", "compute", {"serve-gpu": gpu}, {"ridge": ridge, "compute_bound_batch": ridge}, rounded(ridge, 0), quoted("reference vectors"))
add("two devices read twice as fast", "compute", {"serve-gpus": 2, "serve-context": 0}, {"decode_time": 2 * size("llama-3-8b", "params") / (2 * 3350e9)}, 1e-9, derived("weights / bandwidth of both"))
add("no roof without a bandwidth", "compute", {"serve-gpu": "laptop"}, {"decode_time": None, "ridge": None}, EXACT, quoted("built_in.csv: none is given"))

# ---- time, money, energy ---------------------------------------------------------------------------------------------------

add("the default job", "time-cost", {"params": "100e6", "tokens": "3e9"}, {"seconds": 3600, "gpu_hours": 1, "cost": 3, "energy": 0.77, "carbon": 0.77 * 0.385}, 1e-12, quoted("lesson plan; 700 W x PUE 1.1 x 0.385 kg/kWh"))
for gpu, hours in (("a100-sxm4-80gb", 186966), ("h100-sxm5-80gb", 58982)):
    add(f"7B on 2T tokens, {gpu}", "time-cost", {"params": "7e9", "tokens": "2e12", "gpu": gpu, "utilization": 0.4, "gpus": 64}, {"gpu_hours": hours, "wall_clock": hours * 3600 / 64}, rounded(hours, 0), quoted("lesson plan"))
hours = 6 * 7e9 * 2e12 / (peak("a100-sxm4-80gb") * 0.4) / 3600
add("the device's own power", "time-cost", {"params": "7e9", "tokens": "2e12", "gpu": "a100-sxm4-80gb", "utilization": 0.4, "power": 0}, {"energy": hours * float(GPUS["a100-sxm4-80gb"]["tdp_w"]) * 1.1 / 1000}, 1e-9, derived("GPU-hours x watts x PUE / 1000"))
add("a format that the device does not have", "time-cost", {"params": "7e9", "tokens": "2e12", "gpu": "v100-sxm2-32gb"}, {"gpu_hours": None, "cost": None, "energy": None}, EXACT, quoted("gpus.csv: V100 has no bfloat16"))
add("fp8 halves the hours", "time-cost", {"params": "7e9", "tokens": "2e12", "gpu": "h100-sxm5-80gb", "dtype": "fp8_e4m3", "utilization": 0.4}, {"gpu_hours": 6 * 7e9 * 2e12 / (peak("h100-sxm5-80gb", "fp8_tflops") * 0.4) / 3600}, 1e-9, derived("peak of gpus.csv: 1,979 dense"))

# ---- published runs --------------------------------------------------------------------------------------------------------

COLUMN = {"fp16": "fp16_tflops", "bf16": "bf16_tflops", "fp8_e4m3": "fp8_tflops", "fp32": "fp32_tflops", "tf32": "tf32_tflops"}


def ratios(utilization: float, gpu: str | None = None) -> list[float]:
    found = []
    for run in RUNS.values():
        if not run["reported_gpu_hours"] or (gpu and run["gpu_id"] != gpu):
            continue
        params = float(run["active_params"] or run["params"])
        speed = peak(run["gpu_id"], COLUMN[run["peak_dtype"]]) * utilization
        found.append(6 * params * float(run["tokens"]) / speed / 3600 / float(run["reported_gpu_hours"]))
    return found


def within(values: list[float], factor: float) -> int:
    return sum(1 / factor <= value <= factor for value in values)


add("the three jobs at 40 %", "runs", {}, {"gpt3_flops": 3.15e23, "gpt3_a100_hours": 701122, "gpt3_h100_hours": 221183, "b7_a100_hours": 186966, "b7_h100_hours": 58982}, rounded(58982, 0), quoted("lesson plan"))
add("the fine-tune", "runs", {}, {"finetune_a100_hours": 4.674, "finetune_h100_hours": 1.475}, rounded(1.475, 3), quoted("lesson plan"))
add("fifty runs at 40 %", "runs", {}, {"published_count": 49, "published_within_1_33": 25, "published_within_2": 43}, EXACT, quoted("reference vectors"))
add("their median", "runs", {}, {"published_median_ratio": 0.76}, rounded(0.76, 2), quoted("reference vectors"))
for utilization, gpu in ((0.3, "all"), (0.4, "a100-sxm4-80gb"), (0.5, "h100-sxm5-80gb")):
    found = ratios(utilization, None if gpu == "all" else gpu)
    add(f"runs on {gpu} at {utilization}", "runs", {"utilization": utilization, "gpu": gpu}, {"published_count": len(found), "published_median_ratio": statistics.median(found), "published_within_2": within(found, 2)}, 1e-9, derived("6ND / (peak x utilization) / reported hours, from runs.csv"))


def main() -> int:
    text = json.dumps(SCENARIOS, indent=1, ensure_ascii=False) + "\n"
    file = HERE / "scenarios.json"
    if "--check" not in sys.argv:
        file.write_text(text, encoding="utf-8")
        print(f"{len(SCENARIOS)} scenarios, {sum(len(scenario['expect']) for scenario in SCENARIOS)} numbers")
        return 0
    if file.read_text(encoding="utf-8") == text:
        return 0
    print("tests/golden/scenarios.json is not what make_scenarios.py writes; run it again", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
