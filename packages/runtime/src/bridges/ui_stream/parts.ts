import type { LoopEvent } from "../../protocol/event.ts"
import type { UiChunk } from "./chunk.ts"

type Of<Type extends LoopEvent["type"]> = Extract<LoopEvent, { readonly type: Type }>

export interface UiParts {
  take(event: LoopEvent): readonly UiChunk[]
  /** The chunks after the last event; `problem`: the error of the run, if it had one. */
  end(event: Of<"run_end">, problem: string | undefined): readonly UiChunk[]
}

export function createUiParts(message_id: string | undefined, shown: (event: LoopEvent) => boolean): UiParts {
  let begun = false
  let in_step = false
  let part = 0
  let open: { readonly kind: "text" | "reasoning"; readonly id: string } | null = null
  let told_text = false
  /** Calls whose input was streamed and that have not started. */
  const streamed = new Map<string, string>()

  const close = (): UiChunk[] => {
    if (open === null) return []
    const { kind, id } = open
    open = null
    return [{ type: `${kind}-end`, id }]
  }
  const write = (kind: "text" | "reasoning", delta: string): UiChunk[] => {
    const before = open?.kind === kind ? [] : close()
    told_text ||= kind === "text"
    if (open !== null) return [{ type: `${kind}-delta`, id: open.id, delta }]
    open = { kind, id: `${kind}-${(part += 1)}` }
    return [...before, { type: `${kind}-start`, id: open.id }, { type: `${kind}-delta`, id: open.id, delta }]
  }
  const input = ({ text, call }: Of<"model_delta">): UiChunk[] => {
    if (call === undefined) return []
    const { call_id: toolCallId, tool_name: toolName } = call
    const delta: UiChunk = { type: "tool-input-delta", toolCallId, inputTextDelta: text }
    if (streamed.has(toolCallId)) return [delta]
    streamed.set(toolCallId, toolName)
    return [...close(), { type: "tool-input-start", toolCallId, toolName }, delta]
  }
  /** Input without a call: the reply was retried, or the call could not be read. */
  const drop = (): UiChunk[] => {
    const dropped = [...streamed].map(([toolCallId, toolName]): UiChunk => {
      return {
        type: "tool-input-error",
        toolCallId,
        toolName,
        input: undefined,
        errorText: "The call was not run.",
      }
    })
    streamed.clear()
    return dropped
  }
  const finishStep = (): UiChunk[] => {
    const chunks = [...close(), ...drop(), ...(in_step ? [{ type: "finish-step" } as const] : [])]
    in_step = false
    return chunks
  }
  const body = (event: LoopEvent): readonly UiChunk[] => {
    switch (event.type) {
      case "model_call_start": {
        const chunks: UiChunk[] = [...finishStep(), { type: "start-step" }]
        in_step = true
        told_text = false
        return chunks
      }
      case "model_delta":
        return event.kind === "tool_input" ? input(event) : write(event.kind ?? "text", event.text)
      case "model_retry":
        return [...close(), ...drop()]
      case "model_call_end": {
        // The model does not stream: its text is there with event_content.
        const whole = told_text || !event.text ? [] : write("text", event.text)
        return [...whole, ...close()]
      }
      case "tool_call_start": {
        const { call_id: toolCallId, tool_name: toolName } = event
        streamed.delete(toolCallId)
        return [{ type: "tool-input-available", toolCallId, toolName, input: event.arguments ?? {} }]
      }
      case "tool_call_end":
        return [toolOutput(event)]
      default:
        return []
    }
  }
  const start = ({ run_id }: LoopEvent): UiChunk[] => {
    if (begun) return []
    begun = true
    return [{ type: "start", messageId: message_id ?? run_id }]
  }

  return {
    take(event) {
      const data: UiChunk[] = shown(event)
        ? [{ type: "data-proofloop", id: `${event.run_id}-${event.seq}`, data: event }]
        : []
      return [...start(event), ...body(event), ...data]
    },
    end(event, problem) {
      return [...start(event), ...finishStep(), ...ending(event, problem)]
    },
  }
}

function toolOutput({ call_id, ok, status, output = "" }: Of<"tool_call_end">): UiChunk {
  if (ok) return { type: "tool-output-available", toolCallId: call_id, output }
  return {
    type: "tool-output-error",
    toolCallId: call_id,
    errorText: output || (status ?? "The call failed."),
  }
}

function ending(event: Of<"run_end">, problem: string | undefined): readonly UiChunk[] {
  const { run_id, status, stop_reason, verified } = event
  const messageMetadata = { run_id, status, stop_reason, verified }
  const finish = (finishReason: "stop" | "length" | "error" | "other"): UiChunk => {
    return { type: "finish", finishReason, messageMetadata }
  }
  if (status === "aborted") return [{ type: "abort" }, finish("other")]
  if (status === "provider_error" || status === "failed") {
    return [{ type: "error", errorText: problem ?? `The run ended: ${stop_reason}.` }, finish("error")]
  }
  if (status === "budget_exhausted") return [finish("length")]
  return [finish(status === "done" ? "stop" : "other")]
}
