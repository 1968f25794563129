// How many processors' worth of work others did meanwhile: all that /proc counts, less this process and what it started, ended or not.
import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_S = 100;

function busySeconds() {
  const [user, nice, system, , , irq, softirq] = readFileSync("/proc/stat", "utf8").split("\n")[0].split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softirq) / TICKS_PER_S;
}

function ownSeconds() {
  const children = {}, seconds = {};
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");
      (children[fields[1]] ??= []).push(pid);
      seconds[pid] = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_S;
    } catch {
      // ended meanwhile
    }
  }
  const sum = (pid) => (seconds[pid] ?? 0) + (children[pid] ?? []).reduce((total, child) => total + sum(child), 0);
  return sum(String(process.pid));
}

// Starts counting; the returned function says the load since.
export function otherLoad() {
  const start = Date.now(), busy = busySeconds(), own = ownSeconds();
  return () => Math.max(0, (busySeconds() - busy - (ownSeconds() - own)) / ((Date.now() - start) / 1000));
}
