import { changeSet } from "@proofloop/foundation/git"
import { memoryFacts } from "../../repository/memory_facts.ts"
import type { Critic } from "../critic.ts"
import type { CriticVerdict } from "../verdict.ts"

/** What a critic says of files before and after; null after: deleted. */
export async function judge(
  critic: Critic,
  files: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string | null>>,
  options: Parameters<Critic["check"]>[2] = {},
): Promise<CriticVerdict> {
  const change = changeSet(
    Object.entries(after).map(([path, text]) => ({ path, before: files[path] ?? null, after: text })),
  )
  return critic.check(change, memoryFacts(files, change), options)
}

/** The names a critic finds lost, as "path: name"; ["unable"] when it could not look. */
export async function lostIn(...asked: Parameters<typeof judge>): Promise<readonly string[]> {
  const verdict = await judge(...asked)
  if (verdict.status === "unable") return [`unable: ${verdict.reason}`]
  return verdict.status === "pass"
    ? []
    : verdict.violations.map(({ path, evidence }) => `${path}: ${evidence}`)
}
