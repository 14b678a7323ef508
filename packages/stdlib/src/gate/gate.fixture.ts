import { commitPaths, initRepository } from "../workspace/git.ts"
import { folderWith } from "../workspace/workspace.fixture.ts"
import type { GateEvent } from "./event.ts"
import { createGate, type Gate } from "./gate.ts"
import type { GateOptions } from "./settings.ts"
import type { Propose } from "./subtask.ts"

/** A repository whose files are committed. */
export async function repositoryWith(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await folderWith(files)
  await initRepository(root)
  await commitPaths(root, Object.keys(files), "start")
  return root
}

export interface GateBench {
  readonly root: string
  readonly gate: Gate
  readonly events: readonly GateEvent[]
  /** Types of what was told, the verdicts' own left out. */
  readonly types: () => readonly string[]
}

/** A gate over a fresh repository that only asks the critics it is told to, and an environment that says nothing. */
export async function gateOver(
  files: Readonly<Record<string, string>>,
  options: Partial<GateOptions> = {},
): Promise<GateBench> {
  const root = await repositoryWith(files)
  const events: GateEvent[] = []
  const gate = createGate({ root, env: {}, on_event: (event) => events.push(event), ...options })
  const types = () => events.map(({ type }) => type).filter((type) => type !== "critic_gate.judged")
  return { root, gate, events, types }
}

/** Proposes one set of patches after another, and notes what it was told. */
export function proposals(
  ...sets: ReadonlyArray<Readonly<Record<string, string | null>>>
): Propose & { readonly told: ReadonlyArray<string | null> } {
  const told: Array<string | null> = []
  const propose: Propose = ({ attempt, feedback }) => {
    told.push(feedback)
    const patches = Object.entries(sets[attempt - 1] ?? {}).map(([path, content]) =>
      content === null ? { action: "delete", path } : { path, content },
    )
    return { patches, commit_message: `change ${attempt}` }
  }
  return Object.assign(propose, { told })
}
