import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Tool } from "@proofloop/runtime"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import { createLoopGate, type LoopGate, type LoopGateOptions } from "./loop_gate.ts"

export const never: AbortSignal = new AbortController().signal

/** A host's own edit tool that says what it writes and then does `work`. */
export function editTool(
  paths: readonly string[],
  work: () => unknown,
  { workspace_root, plan }: { readonly workspace_root?: string; readonly plan?: Promise<void> } = {},
): Tool {
  return {
    workspace_root,
    name: "edit",
    description: "Edits files.",
    input_schema: { type: "object" },
    annotations: { kind: "edit", read_only: false },
    async plan_writes() {
      await plan
      return { writes: paths.map((path) => ({ path, before: null, after: null })), result: { ok: true } }
    },
    execute: work,
  }
}

export interface GatedRepository {
  readonly root: string
  readonly gate: LoopGate
  readonly write: (path: string, text: string) => Promise<void>
  readonly read: (path: string) => Promise<string>
  /** One call of a tool through the gate. */
  readonly run: (tool: Tool, signal?: AbortSignal) => Promise<unknown>
  readonly edit: (paths: readonly string[], work: () => unknown, signal?: AbortSignal) => Promise<unknown>
}

/** A repository with these files and a gate over it. */
export async function gatedRepository(
  files: Readonly<Record<string, string>>,
  options: Partial<LoopGateOptions> = {},
): Promise<GatedRepository> {
  const root = await repositoryWith(files)
  const gate = await createLoopGate({ root, verify_completion: () => true, ...options })
  async function run(tool: Tool, signal = never) {
    const [gated] = gate.tools([tool])
    return gated?.execute({}, { signal, call_id: "call", iteration: 1 })
  }
  return {
    root,
    gate,
    write: (path: string, text: string) => writeFile(join(root, path), text),
    read: (path: string) => readFile(join(root, path), "utf8"),
    run,
    edit: (paths: readonly string[], work: () => unknown, signal?: AbortSignal) =>
      run(editTool(paths, work), signal),
  }
}
