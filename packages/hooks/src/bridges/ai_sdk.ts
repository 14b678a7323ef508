import type { StallGuard } from "@proofloop/runtime/ai-sdk"
import { type AiSdkStep, outcomesOf } from "@proofloop/runtime/internal/ai-sdk"
import { untilDone, watchAgent } from "./observe.ts"
import type { WatchOptions } from "./watch_events.ts"

export interface GateMessage {
  /** Who said it: "user", "assistant", "tool". */
  readonly role: string
  readonly content: unknown
}

export interface HeldMessage {
  readonly role: "user"
  readonly content: string
}

/** What this bridge reads of a result of `generateText`, `streamText` or an agent (ai 5, 6, 7); streams have promises. */
export interface GateResult<M extends GateMessage> {
  readonly steps: Awaitable<readonly AiSdkStep[]>
  readonly response: Awaitable<{
    readonly messages: readonly M[]
  }>
}

type Awaitable<T> = T | PromiseLike<T>

export interface DoneGateOptions extends WatchOptions {
  /** The stall guard of the same run. The gate keeps its evidence between calls, and holds nothing once the guard stops. */
  readonly guard?: Pick<StallGuard, "observe" | "reset" | "hard_stop"> | undefined
}

/** Keeps a run of the AI SDK going while a failed check has not passed since the last edit. Follows one task. */
export interface DoneGate {
  /** Calls the model with these messages, and again with the open points added while the run is held. */
  readonly run: <M extends GateMessage, RESULT extends GateResult<M>>(
    messages: readonly M[],
    call: (messages: (M | HeldMessage)[]) => Awaitable<RESULT>,
  ) => Promise<RESULT>
  /** What was open when the run was let go, for the person; undefined if nothing. */
  readonly hand_back: string | undefined
}

/** Finish reasons that do not claim to be done. */
const CUT_SHORT: ReadonlySet<string> = new Set(["tool-calls", "length", "content-filter", "error"])

/** Makes a "done" gate for `generateText`, `streamText` or an agent. Throws `InvalidOptionError` on misuse. */
export function createDoneGate({ guard, ...options }: DoneGateOptions = {}): DoneGate {
  const watch = watchAgent(options)
  const take = (steps: readonly AiSdkStep[]): void => {
    for (const step of steps) {
      watch.ended(
        outcomesOf(step).map(({ id, tool_name, input, output, failed }) => {
          return { id, tool: tool_name, arguments: input, output, failed: failed || undefined }
        }),
      )
    }
    guard?.observe(steps)
  }
  return {
    run: <M extends GateMessage, RESULT extends GateResult<M>>(
      messages: readonly M[],
      call: (messages: (M | HeldMessage)[]) => Awaitable<RESULT>,
    ) =>
      untilDone<(M | HeldMessage)[], RESULT>(watch, {
        input: [...messages],
        run: call,
        async next(result, given) {
          const steps = await result.steps
          take(steps)
          const { messages: answered } = await result.response
          if (guard?.hard_stop === true || CUT_SHORT.has(steps.at(-1)?.finishReason ?? "error")) return null
          return (held) => {
            guard?.reset({ keep_evidence: true })
            return [...given, ...answered, { role: "user", content: held }]
          }
        },
      }),
    get hand_back() {
      return watch.hand_back
    },
  }
}
