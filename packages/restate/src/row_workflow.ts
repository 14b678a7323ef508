import { errorCode, thrownMessage } from "@proofloop/foundation/errors"
import type { Rest } from "@proofloop/jobs"
import { MOST_PAUSES, nameOfRow, pauseOf, readRowInput, type RowInput } from "@proofloop/jobs/engines"
import type { WorkflowContext } from "@restatedev/restate-sdk"
import type * as Sdk from "@restatedev/restate-sdk"
import { NEWS, REPOSITORY, ROW } from "./names.ts"
import type { NewsHandlers, Woken } from "./news_object.ts"
import type { RepositoryHandlers } from "./repository_object.ts"

/** How a workflow begins; a successor knows what its predecessor has seen. */
interface Begun {
  readonly generation: number
  readonly seen: number
}

export interface RowHandlers {
  readonly run: (ctx: WorkflowContext, input: RowInput & Partial<Begun>) => Promise<Rest | null>
}

/** A workflow for each row: a turn, a pause until its time or the next news, and again until the row is over. */
export function rowWorkflow(
  { workflow, TerminalError, TimeoutError }: typeof Sdk,
  { look_every_ms }: { readonly look_every_ms: number },
) {
  const pause = async (
    ctx: WorkflowContext,
    rest: Rest | null,
    { key, seen }: { key: string; seen: number },
  ) => {
    const { id, promise } = ctx.awakeable<Woken>()
    ctx.objectSendClient<NewsHandlers>(NEWS, key).listen({ awakeable_id: id, workflow: ctx.key, seen })
    const ms = await ctx.run("pause", () =>
      pauseOf(rest ?? { look_at: null }, { now_ms: Date.now(), look_every_ms }),
    )
    try {
      return await promise.orTimeout(ms)
    } catch (error) {
      if (error instanceof TimeoutError) return { count: seen, is_superseded: false }
      throw error
    }
  }
  const handlers: RowHandlers = {
    async run(ctx, given) {
      const { kind, row_id, repository, ...input } = readRowInput(given)
      const { generation = 0, seen: known = 0 } = given
      const key = nameOfRow({ kind, row_id })
      let [rest, seen]: [Rest | null, number] = [null, known]
      for (let pauses = 0; pauses < MOST_PAUSES; pauses += 1) {
        const turned = await ctx
          .objectClient<RepositoryHandlers>(REPOSITORY, repository)
          .turn({ kind, row_id })
        rest = turned ?? rest
        if (turned !== null) ctx.objectSendClient<NewsHandlers>(NEWS, key).rested(turned)
        if (turned?.is_over === true) return turned
        const woken = await pause(ctx, turned, { key, seen })
        if (woken.is_superseded) return rest
        seen = woken.count
      }
      const next = { ...input, kind, row_id, repository, generation: generation + 1, seen }
      ctx.workflowSendClient<RowHandlers>(ROW, `${key}/${generation + 1}`).run(next)
      return rest
    },
  }
  return workflow({
    name: ROW.name,
    handlers,
    options: {
      workflowRetention: 60_000,
      asTerminalError: (error: unknown) =>
        errorCode(error) === "journal_version"
          ? new TerminalError(thrownMessage(error), { errorCode: 409 })
          : undefined,
    },
  })
}
