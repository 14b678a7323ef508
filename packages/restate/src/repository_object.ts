import { thrownMessage } from "@proofloop/foundation/errors"
import type { Rest } from "@proofloop/jobs"
import { isRefusal, keptTurn, nameOfRow, type RowName, type RowTurns } from "@proofloop/jobs/engines"
import type { ObjectContext } from "@restatedev/restate-sdk"
import type * as Sdk from "@restatedev/restate-sdk"
import { keepInJournal } from "./keep_in_journal.ts"
import { NEWS, REPOSITORY } from "./names.ts"
import type { NewsHandlers } from "./news_object.ts"

export interface RepositoryHandlers {
  /** One turn of a row; null: it was interrupted. */
  readonly turn: (ctx: ObjectContext, row: RowName) => Promise<Rest | null>
  readonly cancel: (ctx: ObjectContext, asked: RowName & { readonly reason: string }) => Promise<void>
}

/** An object for each repository. Restate runs one handler of it at a time. */
export function repositoryObject(
  { object, TerminalError, CancelledError }: typeof Sdk,
  {
    turnsOf,
    stopped,
    longest_step_ms,
  }: {
    readonly turnsOf: (kind: string) => RowTurns
    readonly stopped: AbortSignal
    readonly longest_step_ms: number
  },
) {
  const handlers: RepositoryHandlers = {
    async turn(ctx, row) {
      const stop = new AbortController()
      const signal = AbortSignal.any([stop.signal, stopped, ctx.request().attemptCompletedSignal])
      ctx.objectSendClient<NewsHandlers>(NEWS, nameOfRow(row)).begun(ctx.request().id)
      try {
        const keep = keepInJournal(ctx, stop, signal)
        return await keptTurn(turnsOf(row.kind), row.row_id, { keep, signal })
      } catch (error) {
        if (error instanceof CancelledError) return null
        throw error
      }
    },
    async cancel(ctx, { reason, ...row }) {
      await ctx.run("cancel", async () => turnsOf(row.kind).cancel(row.row_id, reason))
      ctx.objectSendClient<NewsHandlers>(NEWS, nameOfRow(row)).wake()
    },
  }
  return object({
    name: REPOSITORY.name,
    handlers,
    options: {
      abortTimeout: longest_step_ms,
      retryPolicy: RETRY,
      asTerminalError: (error: unknown) =>
        isRefusal(error) ? new TerminalError(thrownMessage(error), { errorCode: 404 }) : undefined,
    },
  })
}

/** A store, a clone or a claim may be away for long. */
const RETRY = { initialInterval: 200, exponentiationFactor: 2, maxInterval: 30_000 } as const
