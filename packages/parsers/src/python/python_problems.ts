import { createHash } from "node:crypto"
import type { SyntaxProblem } from "../parse_result.ts"
import { UnableError } from "../unable_error.ts"
import { type PythonReading, readPythonApart } from "./python_thread.ts"
import { ruffProblems } from "./ruff_problems.ts"

/** A language level of Python: 3.7 to 3.15. */
export type PythonVersion = `3.${7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15}`

/** Of CPU time. Ruff takes quadratic time for some texts, minutes for 2 MiB of them; a second is enough for 2 MiB of ordinary ones. */
const LIMIT_MS = 30_000

/**
 * What keeps Python from compiling a source: ruff's syntax errors, and those of its rules that are compiler errors. The
 * same text is read once. Throws UnableError without an answer after `limit_ms` of CPU time, 30 seconds by default.
 */
export async function pythonProblems(
  text: string,
  version: PythonVersion,
  limit_ms: number = LIMIT_MS,
): Promise<SyntaxProblem[]> {
  const nul = text.indexOf("\0")
  if (nul >= 0)
    return [{ message: "a NUL character", line: text.slice(0, nul).split("\n").length, column: 1 }]
  const found = await readOnce(text, version, limit_ms)
  if (found === "too_slow")
    throw new UnableError(`ruff did not read a Python file of ${text.length} characters in time`)
  if (found === "too_deep") return [{ message: "nested too deep to be compiled", line: 1, column: 1 }]
  return ruffProblems(found, ERROR_CODES)
}

function readOnce(text: string, version: PythonVersion, limit_ms: number): Promise<PythonReading> {
  const key = createHash("sha256").update(text).update(version).digest("base64")
  const known = readings.get(key)
  if (known !== undefined) return known
  const options = { "target-version": `py${version.replace(".", "")}`, lint: { select: COMPILER_RULES } }
  const reading = readPythonApart({ text, options, codes: ERROR_CODES }, limit_ms)
  readings.set(key, reading)
  reading.catch(() => readings.delete(key))
  for (const oldest of readings.keys()) {
    if (readings.size <= MOST_READINGS) break
    readings.delete(oldest)
  }
  return reading
}

const readings = new Map<string, Promise<PythonReading>>()
const MOST_READINGS = 5000

const COMPILER_RULES = "F404 F407 F621 F622 F701 F702 F704 F706 PLE0115 PLE0117 PLE0118 PLE1142".split(" ")
const ERROR_CODES = ["invalid-syntax", ...COMPILER_RULES]
