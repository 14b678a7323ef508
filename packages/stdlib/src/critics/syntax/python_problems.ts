import type { Workspace } from "@astral-sh/ruff-wasm-nodejs"
import { z } from "zod"
import { MAX_PROBLEMS, type SyntaxProblem } from "./parse_result.ts"
import { loadPeer } from "./peer.ts"

export const pythonVersions = ["3.7", "3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "3.14", "3.15"] as const

export type PythonVersion = (typeof pythonVersions)[number]

/**
 * What keeps Python from compiling a source: what ruff's parser says, and those of its rules that are errors of the
 * compiler, such as `return` outside a function. Throws an UnableError when ruff is missing.
 */
export async function pythonProblems(text: string, version: PythonVersion): Promise<SyntaxProblem[]> {
  const workspace = await workspaceFor(version)
  const nul = text.indexOf("\0")
  if (nul >= 0)
    return [{ message: "a NUL character", line: text.slice(0, nul).split("\n").length, column: 1 }]
  try {
    return diagnostics
      .parse(workspace.check(text))
      .filter(({ code }) => code === "invalid-syntax" || compilerRules.includes(code ?? ""))
      .slice(0, MAX_PROBLEMS)
      .map(({ message, start_location: { row, column } }) => ({ message, line: row, column }))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return [{ message: "nested too deep to be compiled", line: 1, column: 1 }]
  }
}

const compilerRules = "F404 F407 F621 F622 F701 F702 F704 F706 PLE0115 PLE0117 PLE0118".split(" ")

const diagnostics = z.array(
  z.object({
    code: z.string().nullable(),
    message: z.string(),
    start_location: z.object({ row: z.number(), column: z.number() }),
  }),
)

const workspaces = new Map<PythonVersion, Promise<Workspace>>()

function workspaceFor(version: PythonVersion): Promise<Workspace> {
  const known = workspaces.get(version) ?? createWorkspace(version)
  workspaces.set(version, known)
  known.catch(() => workspaces.delete(version))
  return known
}

async function createWorkspace(version: PythonVersion): Promise<Workspace> {
  const ruff = await loadPeer("@astral-sh/ruff-wasm-nodejs", () => import("@astral-sh/ruff-wasm-nodejs"))
  const options = { "target-version": `py${version.replace(".", "")}`, lint: { select: compilerRules } }
  return new ruff.Workspace(options, ruff.PositionEncoding.Utf16)
}
