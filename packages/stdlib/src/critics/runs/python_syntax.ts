import { thrownMessage } from "@proofloop/foundation/errors"
import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import { loadParsers } from "../../parsers/load_parsers.ts"
import type { Violation } from "../verdict.ts"
import type { BuildRun } from "./build_errors.ts"

const VERSION = "3.14"

/** What keeps Python from compiling the touched files and did not before; null when none of them is Python. */
export async function findPythonErrors({ files }: ChangeSet): Promise<BuildRun | null> {
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
