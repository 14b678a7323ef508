import type { Workspace } from "@astral-sh/ruff-wasm-nodejs"
import { loadPackage } from "../load_package.ts"
import type { SyntaxProblem } from "../parse_result.ts"
import { type ReportedProblem, ruffProblems } from "./ruff_problems.ts"

/** A language level of Python: 3.7 to 3.15. */
export type PythonVersion = `3.${7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15}`

/** What keeps Python from compiling a source: ruff's syntax errors, and those of its rules that are errors of the compiler. */
export async function pythonProblems(text: string, version: PythonVersion): Promise<SyntaxProblem[]> {
  const nul = text.indexOf("\0")
  if (nul >= 0)
    return [{ message: "a NUL character", line: text.slice(0, nul).split("\n").length, column: 1 }]
  if (text.length > LONGEST_HERE) {
    const { readPythonApart } = await import("./python_process.ts")
    return readPythonApart(text, optionsFor(version), ERROR_CODES)
  }
  const workspace = await workspaceFor(version)
  try {
    return ruffProblems(workspace.check(text) as readonly ReportedProblem[], ERROR_CODES)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return [{ message: "nested too deep to be compiled", line: 1, column: 1 }]
  }
}

/** Ruff takes quadratic time for some texts: three seconds for one of this length, minutes for 2 MiB. */
const LONGEST_HERE = 2 ** 16

const COMPILER_RULES = "F404 F407 F621 F622 F701 F702 F704 F706 PLE0115 PLE0117 PLE0118".split(" ")
const ERROR_CODES = ["invalid-syntax", ...COMPILER_RULES]

function optionsFor(version: PythonVersion) {
  return { "target-version": `py${version.replace(".", "")}`, lint: { select: COMPILER_RULES } }
}

const workspaces = new Map<PythonVersion, Promise<Workspace>>()

function workspaceFor(version: PythonVersion): Promise<Workspace> {
  const known = workspaces.get(version) ?? createWorkspace(version)
  workspaces.set(version, known)
  known.catch(() => workspaces.delete(version))
  return known
}

async function createWorkspace(version: PythonVersion): Promise<Workspace> {
  const ruff = await loadPackage("@astral-sh/ruff-wasm-nodejs")
  return new ruff.Workspace(optionsFor(version), ruff.PositionEncoding.Utf16)
}
