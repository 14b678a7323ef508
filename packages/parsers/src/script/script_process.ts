import { tmpdir } from "node:os"
import { installedFile } from "@proofloop/foundation/files"
import { runProgram } from "@proofloop/foundation/process"
import { UnableError } from "../unable_error.ts"
import type { Script } from "./script.ts"

export interface PlacedError {
  readonly message: string
  /** In UTF-16 code units. */
  readonly offset: number
}

/** For all of them; a thousand files take a second or two of work. Only a hang takes this long, even on a busy machine. */
const TIMEOUT_MS = 600_000

/** A process ends at each script that crashes the parser; after this many the rest is given up. */
const MAX_CRASHES = 3

/** The errors of each script, read in a process that may crash. A script on which its stack ends is nested too deep. */
export async function readApart<One extends Script>(
  scripts: readonly One[],
): Promise<Map<One, readonly PlacedError[]>> {
  const known = new Map<One, readonly PlacedError[]>()
  const ends = Date.now() + TIMEOUT_MS
  for (let crashes = 0; known.size < scripts.length; crashes += 1) {
    const left = scripts.slice(known.size)
    const { answers, signal, failure } = await readInProcess(left, ends - Date.now())
    for (const [index, errors] of answers.entries()) {
      const script = left[index]
      if (script) known.set(script, errors)
    }
    const next = left[answers.length]
    if (next === undefined) break
    if (signal !== "SIGSEGV" && signal !== "SIGBUS")
      throw new UnableError(`oxc-parser could not read ${next.path}: ${failure ?? "no answer"}`)
    if (crashes >= MAX_CRASHES)
      throw new UnableError(`oxc-parser crashed on ${crashes + 1} files, the last ${next.path}`)
    known.set(next, [{ message: "nested too deep to be read", offset: 0 }])
  }
  return known
}

async function readInProcess(scripts: readonly Script[], timeout: number) {
  const parser = installedFile("oxc-parser", import.meta.url)
  const { stdout, signal, failure } = await runProgram({
    command: [process.execPath, "--input-type=commonjs", "-e", PROGRAM, parser],
    cwd: tmpdir(),
    input: JSON.stringify(scripts),
    timeout_ms: Math.max(timeout, 1),
    max_output_bytes: 64 * 2 ** 20,
  })
  const lines = stdout.toString().split("\n")
  const answers = lines.filter((line) => line.endsWith("]"))
  return { answers: answers.map((line) => JSON.parse(line) as readonly PlacedError[]), signal, failure }
}

/** One line of JSON a script, as soon as it is read. */
const PROGRAM = `
const { readFileSync, writeSync } = require("node:fs")
const { parseSync } = require(process.argv[1])
for (const { path, text, attempts } of JSON.parse(readFileSync(0, "utf8"))) {
  let first
  for (const attempt of attempts) {
    const errors = parseSync(path, text, attempt).errors.filter(({ severity }) => severity === "Error")
    if (errors.length === 0) { first = []; break }
    first ??= errors.slice(0, 20)
  }
  const lean = first.map(({ message, labels }) => ({ message, offset: labels[0]?.start ?? 0 }))
  writeSync(1, JSON.stringify(lean) + "\\n")
}
`
