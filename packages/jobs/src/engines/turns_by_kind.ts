import { nameOption, numberOption } from "@proofloop/foundation/errors"
import type { RowTurns } from "./row_engine.ts"
import { type GiveBack, slots } from "./slots.ts"

/**
 * Finds the turns of a kind; `most_turns` of them do something at the same time (default: no limit). Throws
 * InvalidOptionError, as the returned function does for a kind that is not among them.
 */
export function turnsByKind(all: readonly RowTurns[], most_turns?: number): (kind: string) => RowTurns {
  const limited =
    most_turns === undefined ? all : all.map(limitedTo(numberOption("most_turns", most_turns, 1, 10_000)))
  const known = new Map(limited.map((turns) => [turns.kind, turns]))
  return (kind) => {
    const found = known.get(nameOption("kind", kind, [...known.keys()]))
    if (found === undefined) throw new Error(`no turns of ${kind}`)
    return found
  }
}

/** A turn waits in its first step that no journal has, where engines can interrupt it, and keeps its slot to its end. */
function limitedTo(most_turns: number): (turns: RowTurns) => RowTurns {
  const take = slots(most_turns)
  return ({ turn, ...turns }) => ({
    ...turns,
    async turn(row_id, engine) {
      let slot: Promise<GiveBack> | null = null
      const step: typeof engine.step = async (key, run) =>
        engine.step(key, async () => {
          slot ??= take(engine.signal)
          await slot
          return run()
        })
      try {
        return await turn(row_id, { ...engine, step })
      } finally {
        ;(await (slot as Promise<GiveBack> | null)?.catch(() => null))?.()
      }
    },
  })
}
