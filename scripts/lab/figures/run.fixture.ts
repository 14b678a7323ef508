import type { Run } from "./table.ts"

/** A run on a small machine, at a commit. */
export function runAt(commit: string, more: Partial<Run> = {}): Run {
  return {
    commit,
    dirty: false,
    date: "2026-11-22",
    load: 0.5,
    machine: { cores: 2, cpu: "A processor", memory_gb: 24, node: "20.19.5", os: "Linux 6.8 x64" },
    ...more,
  }
}
