import { realpath } from "node:fs/promises"
import { thrownMessage } from "@proofloop/foundation/errors"
import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { findBuildTools } from "@proofloop/foundation/paths"
import { loadParsers } from "../../parsers/load_parsers.ts"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { type CriticVerdict, type Violation, verdictOf } from "../verdict.ts"
import { buildErrorKey, type BuildRun, runBuild } from "./build_errors.ts"
import { explainErrors } from "./error_context.ts"
import type { ProjectCommandOptions } from "./project_command.ts"

/** Builds after a change and compares with the errors before it. */
export async function judgeBuild(
  change: ChangeSet,
  facts: RepositoryFacts,
  { timeout_ms, command }: { readonly timeout_ms: number; readonly command?: string | undefined },
): Promise<CriticVerdict> {
  if (facts.root === null) return { status: "unable", reason: "a build needs a work tree to run in" }
  const root = await realpath(facts.root)
  const known = facts.baselines.build ?? new Set()
  const reasons: string[] = []
  const now = new Set<string>()
  let ran = 0
  const { signal, runner, parsers } = facts
  for await (const run of runsOf(root, change, { command, timeout_ms, signal, runner, parsers })) {
    if ("reason" in run) {
      reasons.push(run.reason)
      continue
    }
    ran += 1
    for (const error of run.errors) now.add(buildErrorKey(error))
    const errors = run.errors.filter((error) => !known.has(buildErrorKey(error)))
    if (errors.length > 0) return verdictOf(await explainErrors(touchedFirst(errors, change), facts))
  }
  // Errors that no tool looked for this time stay known.
  if (ran > 0 && reasons.length === 0) facts.on_measured?.({ build: now })
  if (ran > 0) return { status: "pass" }
  const reason = reasons.length > 0 ? reasons.join("; ") : "nothing here is compiled by a tool that is known"
  return { status: "unable", reason }
}

/** One language after the other; the first that does not compile ends it. */
async function* runsOf(
  root: string,
  change: ChangeSet,
  { command, ...options }: ProjectCommandOptions & { readonly command: string | undefined },
): AsyncIterable<BuildRun> {
  if (command !== undefined) {
    yield await runBuild(root, { language: "", command }, options)
    return
  }
  for (const tool of findBuildTools(root)) yield await runBuild(root, tool, options)
  const python = await findPythonErrors(change)
  if (python !== null) yield python
}

/** Errors of touched files first, in touched order, then errors elsewhere. */
function touchedFirst(errors: readonly Violation[], { files }: ChangeSet): readonly Violation[] {
  const place = new Map(files.map(({ path }, index) => [path, index]))
  const rank = ({ path }: Violation) => place.get(path) ?? files.length
  return errors.toSorted((one, other) => rank(one) - rank(other))
}

const VERSION = "3.14"

/** New compile errors in touched Python files; null when none of them is Python. */
async function findPythonErrors({ files }: ChangeSet): Promise<BuildRun | null> {
  const sources = files.filter(({ path, after }) => path.endsWith(".py") && after !== null)
  if (sources.length === 0) return null
  const errors: Violation[] = []
  try {
    for (const { path, before, after } of sources) {
      const known = new Set((await problemsOf(before)).map(({ message }) => message))
      // A compiler stops at the first.
      const found = (await problemsOf(after)).find(({ message }) => !known.has(message))
      if (found === undefined) continue
      errors.push({ path, ...found, rule: "syntax_error", evidence: "SyntaxError" })
    }
  } catch (error) {
    return { reason: thrownMessage(error) }
  }
  return { errors }
}

async function problemsOf(bytes: Uint8Array | null) {
  const text = strictText(bytes)
  if (text === null) return []
  const { pythonProblems } = await loadParsers()
  return pythonProblems(text, VERSION)
}
