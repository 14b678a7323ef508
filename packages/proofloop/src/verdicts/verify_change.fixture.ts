import { readFile } from "node:fs/promises"
import { join } from "node:path"

export const CONTRACT = ["--contract", "docs/prices.md"]
export const ASKED = ["verify", "--run-verifiers", ...CONTRACT]

export async function recorded(cwd: string): Promise<number> {
  const text = await readFile(join(cwd, ".proofloop/verdicts/default.jsonl"), "utf8")
  return text.trim().split("\n").length - 1
}
