import type { Rest } from "../drive/turn.ts"
import { END_OF_TURN, type Keep, keyedSteps } from "./keyed_steps.ts"
import type { RowTurns } from "./row_engine.ts"

/**
 * One turn of a row whose steps are kept in a journal. Rejects with what interrupted a step, even if the turn went on
 * after it: the engine takes the turn again.
 */
export async function keptTurn(
  { turn }: Pick<RowTurns, "turn">,
  row_id: string,
  {
    keep,
    signal,
  }: {
    /** Runs a step once and keeps its result in the engine's journal. */
    readonly keep: Keep
    /** Aborted when the engine stops; the turn then rejects, and is taken again. */
    readonly signal: AbortSignal
  },
): Promise<Rest> {
  const find = keyedSteps(keep)
  const interruptions: unknown[] = []
  const step: typeof find = async (key, run) => {
    try {
      return await find(key, run)
    } catch (error) {
      interruptions.push(error)
      throw error
    }
  }
  const rest = await turn(row_id, { step, signal, is_durable: true })
  if (interruptions.length > 0) throw interruptions[0]
  signal.throwIfAborted()
  return find(END_OF_TURN, async () => rest)
}
