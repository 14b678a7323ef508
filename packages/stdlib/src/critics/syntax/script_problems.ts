import { MAX_PROBLEMS, type SyntaxProblem } from "./parse_result.ts"
import { loadPeer } from "./peer.ts"
import { positionAt } from "./position.ts"
import type { Script, ScriptAttempt } from "./script_attempts.ts"
import { type PlacedError, readApart } from "./script_process.ts"

/**
 * oxc-parser is native and reads nested code recursively: some 20 000 characters of open brackets end the whole process
 * with a segmentation fault. A text of this length cannot nest that deep; longer ones are read in a process apart.
 */
const SAFE_LENGTH = 2000

/**
 * What oxc says of each script that no attempt can read, in its first attempt; in the order of the scripts. Throws an
 * UnableError when oxc-parser is missing or takes more than 20 seconds.
 */
export async function scriptProblems(scripts: readonly Script[]): Promise<SyntaxProblem[][]> {
  const { parseSync } = await loadPeer("oxc-parser", () => import("oxc-parser"))
  const isSafe = ({ text }: Script) => text.length <= SAFE_LENGTH
  const apart = await readApart(scripts.filter((script) => !isSafe(script)))
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
