import { changeSet } from "@proofloop/foundation/git"
import { isTestPath } from "@proofloop/foundation/paths"
import { definitions } from "@proofloop/stdlib/critics"
import { informationGain, memoryFacts, phi, touchedCode } from "@proofloop/stdlib/internal/critics"
import type { Subject } from "./subject.ts"

interface Input {
  readonly ask: "definitions" | "is_test" | "phi" | "information_gain"
  /** For definitions. */
  readonly path?: string
  readonly text?: string
  /** For is_test. */
  readonly paths?: readonly string[]
  /** The repository before the change, and touched paths: the text after, or null for a deleted file. */
  readonly files?: Readonly<Record<string, string>>
  readonly change?: Readonly<Record<string, string | null>>
  readonly delete_allowed?: boolean
}

/** What is read from code: its definitions, which paths are tests, and the two parts of psi that depend on it. */
export const code: Subject = {
  name: "code",
  async answer(given) {
    const input = given as unknown as Input
    if (input.ask === "definitions") return { found: await definitions(input.path ?? "", input.text ?? "") }
    if (input.ask === "is_test") return { tests: input.paths?.filter((path) => isTestPath(path)) ?? [] }
    const { files = {}, change = {}, delete_allowed = false } = input
    const changed = changeSet(
      Object.entries(change).map(([path, after]) => ({ path, before: files[path] ?? null, after })),
    )
    if (input.ask === "phi") {
      const { value, lowest, active } = await phi(await touchedCode(changed), memoryFacts(files, changed))
      return { value: rounded(value), lowest: rounded(lowest), active }
    }
    const { value, left_out } = await informationGain(changed, { delete_allowed })
    return { value: rounded(value), left_out }
  },
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
