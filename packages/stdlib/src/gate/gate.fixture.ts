import { cp, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"
import { addFiles, folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import type { GateEvent } from "./event.ts"
import { createGate, type Gate } from "./gate.ts"
import type { GateOptions } from "./settings.ts"
import type { Propose } from "./subtask.ts"

type Files = Readonly<Record<string, string>>

const templates = new Map<string, Promise<string>>()

/** To be called after all tests of a file that has gates. */
export async function removeTemplates(): Promise<void> {
  const made = [...templates.values()]
  templates.clear()
  for (const template of made) await rm(await template, { recursive: true, force: true })
}

/**
 * A repository with a commit for each set of files. git makes it once; each test gets a copy, which costs far less.
 */
export async function repositoryWith(...commits: readonly Files[]): Promise<string> {
  const key = JSON.stringify(commits)
  const template = templates.get(key) ?? makeRepository(commits)
  templates.set(key, template)
  const root = await folderWith()
  await cp(await template, root, { recursive: true })
  return root
}

async function makeRepository(commits: readonly Files[]): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "proofloop verify "))
  await initRepository(root)
  for (const files of commits) {
    await addFiles(root, files)
    await commitPaths(root, Object.keys(files), "work")
  }
  return root
}

export interface GateBench {
  readonly root: string
  readonly gate: Gate
  readonly events: readonly GateEvent[]
  /** Types of the events, without those of verdicts. */
  readonly types: () => readonly string[]
}

/** A gate over a fresh repository, in an empty environment. */
export async function gateOver(
  files: Files | readonly Files[],
  options: Partial<GateOptions> = {},
): Promise<GateBench> {
  const root = await repositoryWith(...[files].flat())
  const events: GateEvent[] = []
  const gate = createGate({ root, env: {}, on_event: (event) => events.push(event), ...options })
  const types = () => events.map(({ type }) => type).filter((type) => type !== "critic_gate.judged")
  return { root, gate, events, types }
}

/** Proposes one set of patches after another, and notes the feedback. */
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
