import { loadPackage } from "../load_package.ts"
import { MAX_PROBLEMS, type SyntaxProblem } from "../parse_result.ts"
import { positionAt } from "../position.ts"
import type { Script, ScriptAttempt } from "./script.ts"
import type { PlacedError } from "./script_process.ts"

/** Some 20 000 nested brackets crash a process with oxc-parser: longer texts are read in a process of their own. */
const SAFE_LENGTH = 2000

/** What oxc says, in its first attempt, of each script that no attempt can read. Throws UnableError after ten minutes. */
export async function scriptProblems(scripts: readonly Script[]): Promise<SyntaxProblem[][]> {
  const { parseSync } = await loadPackage("oxc-parser")
  const isSafe = ({ text }: Script) => text.length <= SAFE_LENGTH
  const apart = await readLargeOnes(scripts.filter((script) => !isSafe(script)))
  const errorsOf = (script: Script) =>
    apart.get(script) ??
    firstErrors(script, (attempt) =>
      parseSync(script.path, script.text, attempt)
        .errors.filter(({ severity }) => String(severity) === "Error")
        .map(({ message, labels }) => ({ message, offset: labels[0]?.start ?? 0 })),
    )
  return scripts.map((script) =>
    errorsOf(script)
      .slice(0, MAX_PROBLEMS)
      .map(({ message, offset }) => ({ message, ...positionAt(script.text, offset) })),
  )
}

async function readLargeOnes(scripts: readonly Script[]): Promise<Map<Script, readonly PlacedError[]>> {
  if (scripts.length === 0) return new Map()
  const { readApart } = await import("./script_process.ts")
  return readApart(scripts)
}

function firstErrors(
  { attempts }: Script,
  read: (attempt: ScriptAttempt) => PlacedError[],
): readonly PlacedError[] {
  let first: readonly PlacedError[] | undefined
  for (const attempt of attempts) {
    const errors = read(attempt)
    if (errors.length === 0) return errors
    first ??= errors
  }
  return first ?? []
}
