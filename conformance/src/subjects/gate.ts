import { access, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { createGate, type GateEvent, type GateOptions, type Propose } from "@proofloop/stdlib/gate"
import type { SubmitOptions } from "@proofloop/stdlib/internal/gate"
import { inFolderWith } from "./folder.ts"
import { inRepositoryWith, lookAtRepository } from "./repository.ts"
import type { Subject } from "./subject.ts"

interface Attempt {
  readonly patches?: readonly unknown[]
  readonly commit_message?: string
  /** The model cannot be reached. */
  readonly throws?: string
  /** The model answers, and nothing can be read in it. */
  readonly unreadable?: string
  /** The model never answers. */
  readonly hangs?: true
  /** The host aborts while the model works on this. */
  readonly aborts?: true
}

interface Submission extends Pick<SubmitOptions, "phase" | "attempts"> {
  readonly subtask?: { readonly id?: string; readonly title?: string; readonly file_hints?: string[] }
  /** What the model proposes, one entry an attempt, the last one again and again. */
  readonly proposals: readonly Attempt[]
}

interface Input {
  /** Whether the folder is a repository and accepted changes are committed. Default false. */
  readonly repository?: boolean
  /** What is there, and committed, before. */
  readonly files: Readonly<Record<string, string>>
  /** Lies in the tree, and the gate must ignore it. */
  readonly untracked?: Readonly<Record<string, string>>
  readonly options?: Partial<GateOptions>
  readonly submissions: readonly Submission[]
  /** Paths to look at afterwards. */
  readonly look_at?: readonly string[]
}

/**
 * Changes proposed to a gate over a fresh repository. The answer says how each ended, what the listener and the model
 * were told, what is committed and what lies in the tree. Times and digests are left out.
 */
export const gate: Subject = {
  name: "gate",
  answer(given) {
    const {
      files,
      repository = false,
      untracked = {},
      submissions,
      look_at = [],
      ...input
    } = given as unknown as Input
    const options = { env: {}, commit: repository, ...input.options }
    const inside = async (action: (root: string) => Promise<unknown>): Promise<unknown> =>
      repository ? inRepositoryWith([files], action) : inFolderWith(files, action)
    return inside(async (root) => {
      for (const [path, text] of Object.entries(untracked)) await writeFile(join(root, path), text)
      const abort = new AbortController()
      const events: GateEvent[] = []
      const told: Array<string | null> = []
      const judge = createGate({ ...options, root, on_event: (event) => events.push(event) })
      const outcomes = []
      for (const { subtask = {}, proposals, ...how } of submissions) {
        const { id = "T001-S01", title = "Do it", file_hints = [] } = subtask
        const outcome = await judge.submit({ id, title, file_hints }, proposing(proposals, told, abort), {
          ...how,
          signal: abort.signal,
        })
        outcomes.push(plainOutcome(outcome))
      }
      return {
        outcomes,
        events: events.filter(({ type }) => type !== "critic_gate.judged"),
        types: events.map(({ type }) => type).filter((type) => type !== "critic_gate.judged"),
        told,
        ...(repository ? await lookAtRepository(root, 1) : {}),
        files: Object.fromEntries(
          await Promise.all(look_at.map(async (path) => [path, await textOf(root, path)])),
        ),
      }
    })
  },
}

function proposing(
  proposals: readonly Attempt[],
  told: Array<string | null>,
  abort: AbortController,
): Propose {
  return ({ attempt, feedback }) => {
    told.push(feedback)
    const proposal = proposals[attempt - 1] ?? proposals.at(-1) ?? {}
    const { patches = [], commit_message, throws, unreadable, hangs, aborts } = proposal
    if (aborts) abort.abort()
    if (hangs) return new Promise(() => undefined)
    if (throws !== undefined) throw new Error(throws)
    if (unreadable !== undefined) throw Object.assign(new Error(unreadable), { code: "llm_error" })
    return { patches, commit_message }
  }
}

type Outcome = Awaited<ReturnType<ReturnType<typeof createGate>["submit"]>>

function plainOutcome(outcome: Outcome) {
  if (outcome.status === "aborted") return outcome
  const verdicts = outcome.verdicts.map(({ critic, verdict }) => ({
    critic: critic.id,
    status: verdict.status,
  }))
  if (outcome.status === "failed") return { ...outcome, verdicts }
  const { status, attempts, judged, change, commit } = outcome
  return {
    status,
    attempts,
    judged,
    is_committed: commit !== null,
    touched: change.files.map(({ path }) => path),
    verdicts,
  }
}

async function textOf(root: string, path: string): Promise<string | null> {
  const there = await access(join(root, path)).then(
    () => true,
    () => false,
  )
  return there ? readFile(join(root, path), "utf8").catch(() => "(no file)") : null
}
