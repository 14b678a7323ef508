import type { ChangeSet } from "@proofloop/foundation/git"
import { cutCodePoints } from "@proofloop/foundation/text"
import type { PythonVersion } from "@proofloop/parsers"
import * as z from "zod"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { type Critic, defineCritic } from "../critic.ts"
import type { CriticVerdict, FailVerdict } from "../verdict.ts"
import { judgeFiles, type SyntaxOptions } from "./judge_files.ts"

const PYTHON_VERSIONS = [
  "3.7",
  "3.8",
  "3.9",
  "3.10",
  "3.11",
  "3.12",
  "3.13",
  "3.14",
  "3.15",
] as const satisfies readonly PythonVersion[]

/** G2: every touched file that exists after the change has to parse. @requirement critics.G2 */
export const syntax = syntaxCritic("G2", {
  title: "Syntax",
  description:
    "Stops a change after which a TOML, JSON, YAML, XML, Python, JavaScript, TypeScript, Go, Rust, Java, C#, C++, Ruby, PHP, Kotlin or Dockerfile no longer parses.",
  default_in: { gate: true, check: true },
})

/** G6: the same check under its id in the refiner. The gate has one list for all its phases, where it is G2. */
export const refinerSyntax = syntaxCritic("G6", {
  title: "Syntax after refinement",
  description: "The same as G2, under the id that the refiner's phase knows it by.",
  default_in: { gate: false, check: true },
})

function syntaxCritic(id: string, details: Pick<Critic, "title" | "description" | "default_in">): Critic {
  return defineCritic({
    id,
    ...details,
    scope: "file",
    input: z.object({
      python_version: z
        .enum(PYTHON_VERSIONS, { error: `one of ${PYTHON_VERSIONS.join(", ")}` })
        .default("3.15"),
      exclude: z.array(z.string(), { error: "a list of globs" }).default([]),
      strict: z.boolean({ error: "true or false" }).default(false),
    }),
    gate_input: { strict: true },
    event: { type: "critic_syntax_check.fail", fields: eventFields },
    check_name: "Syntax check",
    advice:
      "Write the whole file again so that it parses: text in TOML stands in quotes, JSON has a comma between two entries and none after the last, YAML depends on its indentation, and every bracket and quote is closed.",
    check: judgedOnce,
  })
}

function eventFields({ violations: [first] }: FailVerdict) {
  const where = `line ${first?.line ?? 1}, column ${first?.column ?? 1}`
  return { path: first?.path ?? "", error: cutCodePoints(`${first?.message ?? ""} (${where})`, 300) }
}

const judged = new WeakMap<ChangeSet, Map<string, Promise<CriticVerdict>>>()

/** G2 and G6 share the work on one change; the facts of a change set describe the repository after it. */
function judgedOnce(
  change: ChangeSet,
  facts: RepositoryFacts,
  options: SyntaxOptions,
): Promise<CriticVerdict> {
  const answers = judged.get(change) ?? new Map<string, Promise<CriticVerdict>>()
  judged.set(change, answers)
  const key = JSON.stringify(options)
  const answer = answers.get(key) ?? judgeFiles(change, facts, options)
  answers.set(key, answer)
  return answer
}
