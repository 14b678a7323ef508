import type { TreePatches } from "@proofloop/foundation/git"
import { errorOf, keptError, type KeptError } from "../../drive/kept_error.ts"
import type { RunContext } from "../context/context.ts"

export interface Carried<State> {
  readonly read: () => State
  readonly write: (state: State) => void
}

type Effects = <Result>(key: string, effect: () => Promise<Result>) => Promise<Result>

interface KeptEffect<Result, State> {
  readonly value: Result
  /** The work tree after it; null: as before. */
  readonly patch: string | null
  readonly state: State
}

/** Larger patches are not kept. Restoring such a tree fails, and the errand begins anew. */
const MAX_PATCH = 4 * 2 ** 20

const TOO_LARGE = "too large"

/**
 * The effects of a loop as parts of a step. Each keeps the work tree that it left. Where a part was kept by an earlier
 * try, its tree and its state are restored instead.
 */
export function keptEffects<State>(
  { part }: Pick<RunContext, "part">,
  patches: TreePatches,
  carried: Carried<State>,
): Effects {
  let last = ""
  let turn: Promise<unknown> = Promise.resolve()
  /** Calls of one batch end at the same time, and the tree has one index. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }
  const changed = async (): Promise<string | null> => {
    const read = await patches.read()
    const patch = read.length > MAX_PATCH ? TOO_LARGE : read
    if (patch === last) return null
    last = patch
    return patch
  }
  const restore = async (patch: string | null): Promise<void> => {
    if (patch === null) return
    if (patch === TOO_LARGE) throw new Error("the work tree before the crash was too large to be kept")
    last = patch
    await patches.write(patch)
  }
  return async <Result>(key: string, effect: () => Promise<Result>) => {
    let is_new = false
    const kept = await part(key, async (): Promise<KeptEffect<Result, State>> => {
      is_new = true
      const value = await effect()
      const patch = MAY_WRITE.test(key) ? await inTurn(changed) : null
      return { value, patch, state: carried.read() }
    })
    if (!is_new) {
      await inTurn(async () => restore(kept.patch))
      carried.write(kept.state)
    }
    return kept.value
  }
}

/** Calls of tools, and checks. */
const MAY_WRITE = /\/(?:tool|verify):/

/** The last error of a model, which the loop itself tells in words alone. */
export interface LastFault {
  readonly thrown: () => unknown
  readonly keep: (thrown: unknown) => void
  readonly carried: Carried<KeptError | null>
}

export function lastFault(): LastFault {
  let last: { readonly thrown: unknown } | null = null
  return {
    thrown: () => last?.thrown ?? null,
    keep: (thrown) => void (last = { thrown }),
    carried: {
      read: () => (last === null ? null : keptError(last.thrown)),
      write: (kept) => void (last = kept === null ? null : { thrown: errorOf(kept) }),
    },
  }
}
