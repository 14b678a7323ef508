import type { LoopEvent } from "../../protocol/event.ts"
import type { RunResult } from "../../protocol/result.ts"
import type { UiChunk } from "./chunk.ts"
import { createUiParts } from "./parts.ts"

export interface UiStreamOptions {
  /** Id of the message that the run answers with. Default: the run's id. */
  readonly message_id?: string | undefined
  /**
   * Events that go along as `data-proofloop` parts. Default: verifications, stall warnings and what the loop says to the model;
   * `() => false` sends none.
   */
  readonly data?: ((event: LoopEvent) => boolean) | undefined
}

export interface EventSource {
  /** The events of the run; `run` itself has them. */
  readonly events: AsyncIterable<LoopEvent>
  /** The result, for the error of a run that failed. Default: no error is told. */
  readonly result?: PromiseLike<Pick<RunResult, "error">> | undefined
}

/**
 * A run as a UI message stream of the AI SDK, for `createUIMessageStreamResponse({ stream })` and `useChat`. It has
 * text and reasoning as they arrive, tool calls, and a step for each model call. Input and output of calls need the
 * loop's `event_content: true`. Cancelling the stream leaves the run alone: abort it yourself.
 */
export function toUiMessageStream(run: EventSource, options: UiStreamOptions = {}): ReadableStream<UiChunk> {
  const events = run.events[Symbol.asyncIterator]()
  const parts = createUiParts(options.message_id, options.data ?? isShown)
  const waiting: UiChunk[] = []
  return new ReadableStream<UiChunk>(
    {
      async pull(sink) {
        while (waiting.length === 0) {
          const { done, value } = await events.next()
          if (done === true) {
            sink.close()
            return
          }
          if (value.type === "run_end") waiting.push(...parts.end(value, (await run.result)?.error?.message))
          else waiting.push(...parts.take(value))
        }
        const chunk = waiting.shift()
        if (chunk !== undefined) sink.enqueue(chunk)
      },
      async cancel() {
        await events.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

function isShown({ type }: LoopEvent): boolean {
  return type === "verification_end" || type === "agent_loop_stall_warning" || type === "feedback_injected"
}
