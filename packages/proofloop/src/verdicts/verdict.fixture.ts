import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { EVIDENCE } from "./serve.fixture.ts"

export const ledgerOf = (root: string, task = "default") => join(root, `.proofloop/verdicts/${task}.jsonl`)

export async function entries(root: string): Promise<readonly unknown[]> {
  const lines = (await readFile(ledgerOf(root), "utf8")).trim().split("\n").slice(1)
  return lines.map((line) => (JSON.parse(line) as { verdict: unknown }).verdict)
}

export const pass = (lens: string, ...more: readonly string[]) => [
  "verify",
  "verdict",
  "--lens",
  lens,
  "--verdict",
  "pass",
  "--evidence",
  EVIDENCE,
  ...more,
]

export const whole = (lens: string, more: object = {}) => ({
  lens,
  verdict: "pass",
  evidence: EVIDENCE,
  ...more,
})
