import { readFile } from "node:fs/promises"
import { join } from "node:path"

export const contract = ["--contract", "docs/prices.md"]
export const asked = ["verify", "--run-verifiers", ...contract]

export async function recorded(cwd: string): Promise<number> {
  const text = await readFile(join(cwd, ".proofloop/verdicts/default.jsonl"), "utf8")
  return text.trim().split("\n").length - 1
}
