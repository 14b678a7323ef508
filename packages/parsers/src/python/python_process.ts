import { tmpdir } from "node:os"
import { installedFile } from "@proofloop/foundation/files"
import { runProgram } from "@proofloop/foundation/process"
import type { SyntaxProblem } from "../parse_result.ts"
import { UnableError } from "../unable_error.ts"
import { type ReportedProblem, ruffProblems } from "./ruff_problems.ts"

/** Enough for a sound file on a machine that is busy otherwise. */
const TIMEOUT_MS = 20_000

/** Reads one source in a process that is ended when it takes too long: then that is its problem. Throws UnableError. */
export async function readPythonApart(
  text: string,
  options: object,
  codes: readonly string[],
): Promise<SyntaxProblem[]> {
  const ruff = installedFile("@astral-sh/ruff-wasm-nodejs", import.meta.url)
  const { stdout, timed_out, spawn_error } = await runProgram({
    command: [process.execPath, "--input-type=commonjs", "-e", PROGRAM, ruff],
    cwd: tmpdir(),
    input: JSON.stringify({ text, options, codes }),
    timeout_ms: TIMEOUT_MS,
    max_output_bytes: 16 * 2 ** 20,
  })
  if (spawn_error !== null) throw new UnableError(`ruff could not be started: ${spawn_error}`)
  if (timed_out) return [{ message: "takes too long to be read", line: 1, column: 1 }]
  if (stdout.length === 0) return [{ message: "nested too deep to be compiled", line: 1, column: 1 }]
  return ruffProblems(JSON.parse(stdout.toString()) as readonly ReportedProblem[], codes)
}

const PROGRAM = `
const { readFileSync, writeSync } = require("node:fs")
const { PositionEncoding, Workspace } = require(process.argv[1])
const { text, options, codes } = JSON.parse(readFileSync(0, "utf8"))
const found = new Workspace(options, PositionEncoding.Utf16).check(text)
const lean = found.filter(({ code }) => codes.includes(code)).slice(0, 20)
writeSync(1, JSON.stringify(lean.map(({ code, message, start_location }) => ({ code, message, start_location }))))
`
