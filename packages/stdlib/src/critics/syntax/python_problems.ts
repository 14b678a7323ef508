import type { Workspace } from "@astral-sh/ruff-wasm-nodejs"
import type { SyntaxProblem } from "./parse_result.ts"
import { loadPeer } from "./peer.ts"
import { readPythonApart } from "./python_process.ts"
import { ruffProblems } from "./ruff_problems.ts"

export const pythonVersions = ["3.7", "3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "3.14", "3.15"] as const

export type PythonVersion = (typeof pythonVersions)[number]

/**
 * What keeps Python from compiling a source: what ruff's parser says, and those of its rules that are errors of the
 * compiler, such as `return` outside a function. Throws an UnableError when ruff is missing.
 */
export async function pythonProblems(text: string, version: PythonVersion): Promise<SyntaxProblem[]> {
  const nul = text.indexOf("\0")
  if (nul >= 0)
    return [{ message: "a NUL character", line: text.slice(0, nul).split("\n").length, column: 1 }]
  if (text.length > LONGEST_HERE) return readPythonApart(text, optionsFor(version), errorCodes)
  const workspace = await workspaceFor(version)
  try {
    return ruffProblems(workspace.check(text), errorCodes)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return [{ message: "nested too deep to be compiled", line: 1, column: 1 }]
  }
}

/** Ruff takes quadratic time for some texts: three seconds for one of this length, minutes for 2 MiB. */
const LONGEST_HERE = 2 ** 16

const compilerRules = "F404 F407 F621 F622 F701 F702 F704 F706 PLE0115 PLE0117 PLE0118".split(" ")
const errorCodes = ["invalid-syntax", ...compilerRules]

function optionsFor(version: PythonVersion) {
  return { "target-version": `py${version.replace(".", "")}`, lint: { select: compilerRules } }
}

const workspaces = new Map<PythonVersion, Promise<Workspace>>()

function workspaceFor(version: PythonVersion): Promise<Workspace> {
  const known = workspaces.get(version) ?? createWorkspace(version)
  workspaces.set(version, known)
  known.catch(() => workspaces.delete(version))
  return known
}

async function createWorkspace(version: PythonVersion): Promise<Workspace> {
  const ruff = await loadPeer("@astral-sh/ruff-wasm-nodejs", () => import("@astral-sh/ruff-wasm-nodejs"))
  return new ruff.Workspace(optionsFor(version), ruff.PositionEncoding.Utf16)
}
