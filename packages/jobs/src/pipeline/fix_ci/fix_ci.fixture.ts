import { requireGit } from "@proofloop/foundation/git"
import type { Clock } from "@proofloop/foundation/process"
import { type Model, type ModelRequest, scriptedModel } from "@proofloop/runtime"
import { repositoryWith } from "../../../../foundation/src/git/repository.fixture.ts"
import { ciFailure } from "./ci_failure.fixture.ts"
import { type FixCiOptions, type FixCiResult, fixCi } from "./fix_ci.ts"

/** A sum that subtracts, and the test that CI ran. */
export const BROKEN: Readonly<Record<string, string>> = {
  "src/sum.js": "export function sum(a, b) {\n  return a - b\n}\n",
  "src/sum.test.js":
    'import { expect, it } from "vitest"\nimport { sum } from "./sum.js"\n\nit("adds", () => {\n  expect(sum(2, 2)).toBe(4)\n})\n',
  ".github/workflows/ci.yml": "on: push\n",
  "config.json": "{}\n",
}

export const REPAIR = { path: "src/sum.js", old_string: "a - b", new_string: "a + b" }

/** A model that gives these answers one after another, as JSON unless they are texts, and keeps its requests. */
export function answering(...answers: readonly unknown[]): {
  readonly model: Model
  readonly prompts: string[]
} {
  const prompts: string[] = []
  const model = scriptedModel((request: ModelRequest, turn: number) => {
    prompts.push(request.messages.map(({ content }) => content).join("\n"))
    const answer = answers[Math.min(turn, answers.length) - 1]
    return { text: typeof answer === "string" ? answer : JSON.stringify(answer) }
  })
  return { model, prompts }
}

export function proposal(...edits: readonly object[]) {
  return { diagnosis: "sum subtracts", subject: "fix: add instead of subtracting", edits, needs: [] }
}

export const APPROVED = { approved: true, feedback: "" }

/** A clock that keeps what was waited for. */
function noWaits(): { readonly clock: Clock; readonly waits: number[] } {
  const waits: number[] = []
  return { clock: { now: () => 0, sleep: async (ms) => void waits.push(ms) }, waits }
}

export interface Fixed {
  readonly result: FixCiResult
  readonly root: string
  readonly waits: readonly number[]
  readonly git: (...args: readonly string[]) => Promise<string>
}

/** Repairs a fresh repository. */
export async function fixed(
  options: Pick<FixCiOptions, "fixer"> & Partial<FixCiOptions>,
  files: Readonly<Record<string, string>> = BROKEN,
): Promise<Fixed> {
  const root = await repositoryWith(files)
  const { clock, waits } = noWaits()
  const failure = options.failure ?? (await ciFailure())
  const result = await fixCi({ clock, gate: { env: {} }, ...options, root, failure })
  return { result, root, waits, git: async (...args) => (await requireGit(root, args)).trim() }
}
