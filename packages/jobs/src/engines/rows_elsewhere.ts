import * as z from "zod"
import type { Rest } from "../drive/turn.ts"
import { insist } from "./insist.ts"
import { type RowInput, rowInput } from "./journal.ts"
import { nameOfRow, type RowEngine, type RowPlace } from "./row_engine.ts"

/** What a client asks of an engine. `name`: `nameOfRow`. Each call rejects when the engine is away. */
export interface EngineCalls {
  /** Starts the workflow of a row; nothing if there is one. */
  readonly start: (name: string, input: RowInput) => Promise<void>
  /** Tells the workflow of a row that there are news; nothing for an unknown row. */
  readonly wake: (name: string) => Promise<void>
  /** The last rest that the workflow of a row has told; null: none yet. */
  readonly rest: (name: string) => Promise<unknown>
  /** Gives a row up once no turn of its repository is at work. */
  readonly cancel: (row: RowPlace, reason: string) => Promise<void>
  /** Cancels the turn of a row that is at work; nothing if there is none. */
  readonly interrupt: (name: string) => Promise<void>
}

const restSchema: z.ZodType<Rest | null> = z
  .object({
    row_id: z.string(),
    state: z.string(),
    is_over: z.boolean(),
    waits_for: z.string().nullable(),
    look_at: z.string().nullable(),
  })
  .nullable()

/** Rows that the workers of an engine move, seen from any process. */
export function rowsElsewhere(calls: EngineCalls): RowEngine {
  return {
    start: async (row) => calls.start(nameOfRow(row), rowInput(row)),
    wake: async (row) => calls.wake(nameOfRow(row)),
    restOf: async (row) => restSchema.parse(await calls.rest(nameOfRow(row))),
    async cancel({ kind, row_id, repository }, reason) {
      const row = { kind, row_id, repository }
      await insist(calls.cancel(row, reason), async () => calls.interrupt(nameOfRow(row)))
      // The last interruption may have met the turn that was to notice it.
      await calls.wake(nameOfRow(row))
    },
  }
}
