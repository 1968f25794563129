// What is known of this machine's processor. Rented machines hide its name; family and model tell the design, and V8 multiplies and
// adds four bytes in one instruction only with AVX-VNNI.
import { existsSync, readFileSync } from "node:fs";
import { cpus } from "node:os";

export function processor() {
  const { model: name } = cpus()[0];
  if (!existsSync("/proc/cpuinfo")) return name;
  const text = readFileSync("/proc/cpuinfo", "utf8"), field = (key) => new RegExp(`^${key}\\s*: (.*)$`, "m").exec(text)?.[1];
  if (!field("cpu family")) return name; // ARM writes other fields
  return `${name} (family ${field("cpu family")}, model ${field("model")}, ${/\bavx_vnni\b/.test(field("flags")) ? "with" : "without"} AVX-VNNI)`;
}
