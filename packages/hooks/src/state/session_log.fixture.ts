import { appendFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { HookEvent } from "../events/host_event.ts"

/** Runs with a folder that is gone afterwards. */
export async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "proofloop-hooks-"))
  try {
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A look at a file, with a unique id. */
export function looked(id: string): HookEvent {
  const call = { id, tool: "Read", arguments: { file_path: "/work/a.ts" }, observation: "x" }
  return {
    type: "calls_ended",
    calls: [{ ...call, annotations: { kind: "read", evidence_role: "observation" } }],
  }
}

/** The remains of a process that dies in the middle of its line. */
export function tear(folder: string, length: number): void {
  const line = `\n${JSON.stringify({ id: "torn", at: 1, mode: "hold", event: looked("torn") })}\n`
  appendFileSync(join(folder, "events.jsonl"), line.slice(0, Math.min(length, line.length - 2)))
}
