import type { Rest } from "@proofloop/jobs"
import type { ObjectContext, ObjectSharedContext } from "@restatedev/restate-sdk"
import type * as Sdk from "@restatedev/restate-sdk"
import { NEWS } from "./names.ts"

/** What a workflow gets when it is woken. */
export interface Woken {
  /** How many news there have been. */
  readonly count: number
  /** Another workflow moves the row now. */
  readonly is_superseded: boolean
}

interface Listener {
  readonly awakeable_id: string
  readonly workflow: string
}

interface NewsState {
  count: number
  listener: Listener
  rest: Rest
  /** The invocation of the last turn. */
  turn: string
}

type Context = ObjectContext<NewsState>

export interface NewsHandlers {
  readonly wake: (ctx: Context) => Promise<void>
  /** Wakes the listener with the next news; at once when there were more than it has seen. */
  readonly listen: (ctx: Context, asked: Listener & { readonly seen: number }) => Promise<void>
  readonly rested: (ctx: Context, rest: Rest) => Promise<void>
  readonly begun: (ctx: Context, invocation: string) => Promise<void>
  readonly interrupt: (ctx: Context) => Promise<void>
  readonly restOf: (ctx: ObjectSharedContext<NewsState>) => Promise<Rest | null>
}

/** An object for each row: what happened to it, who waits for that, and where it rests. */
export function newsObject({ object, handlers: { object: handle } }: typeof Sdk) {
  const handlers: NewsHandlers = {
    async wake(ctx) {
      const count = ((await ctx.get("count")) ?? 0) + 1
      ctx.set("count", count)
      await tell(ctx, { count, is_superseded: false })
    },
    async listen(ctx, { seen, ...listener }) {
      const [count, before] = [(await ctx.get("count")) ?? 0, await ctx.get("listener")]
      if (before !== null && before.workflow !== listener.workflow)
        await tell(ctx, { count, is_superseded: true })
      ctx.set("listener", listener)
      if (count > seen) await tell(ctx, { count, is_superseded: false })
    },
    async rested(ctx, rest) {
      ctx.set("rest", rest)
      if (rest.is_over) ctx.clear("listener")
    },
    async begun(ctx, invocation) {
      ctx.set("turn", invocation)
    },
    async interrupt(ctx) {
      const turn = await ctx.get("turn")
      if (turn !== null) ctx.invocation(turn as Sdk.InvocationId).cancel()
    },
    restOf: handle.shared(async (ctx: ObjectSharedContext<NewsState>) => ctx.get("rest")),
  }
  return object({ name: NEWS.name, handlers })
}

async function tell(ctx: Context, woken: Woken): Promise<void> {
  const listener = await ctx.get("listener")
  if (listener === null) return
  ctx.resolveAwakeable(listener.awakeable_id, woken)
  ctx.clear("listener")
}
