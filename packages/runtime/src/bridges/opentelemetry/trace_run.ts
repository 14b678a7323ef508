import { InvalidOptionError } from "@proofloop/foundation/errors"
import type { LoopEvent } from "../../protocol/event.ts"
import type { RunResult } from "../../protocol/result.ts"
import type { Attributes, OpenTelemetryApi, Span } from "./api.ts"

export interface TraceRunOptions {
  /** `gen_ai.agent.name`. Default "proofloop". */
  readonly agent_name?: string | undefined
  /** `gen_ai.request.model`; the events of a run do not name it. Default none. */
  readonly model_name?: string | undefined
  /** `gen_ai.provider.name`. Default none. */
  readonly provider?: string | undefined
  /** Adds arguments and outputs of calls, where the loop has `event_content: true`. Default false. */
  readonly content?: boolean | undefined
}

export interface TracedRun {
  readonly events: AsyncIterable<LoopEvent>
  readonly result: PromiseLike<RunResult>
}

/**
 * Tells a run to OpenTelemetry with the GenAI names: a span `invoke_agent`, and below it one for each model call
 * (`chat`), tool call (`execute_tool`) and verification. `api` is `@opentelemetry/api` as the host imports it. Call
 * it when the run starts. It settles after the run, and never rejects. Throws InvalidOptionError without an api.
 */
export function traceRun(
  run: TracedRun,
  api: OpenTelemetryApi,
  options: TraceRunOptions = {},
): Promise<void> {
  if (typeof api?.trace?.getTracer !== "function") {
    const expected = '@opentelemetry/api: import * as api from "@opentelemetry/api"'
    throw new InvalidOptionError({ option: "traceRun.api", expected, got: api })
  }
  return follow(run, api, options).catch(() => undefined)
}

async function follow(run: TracedRun, api: OpenTelemetryApi, options: TraceRunOptions): Promise<void> {
  const tracer = api.trace.getTracer("@proofloop/runtime")
  const outer = api.context.active()
  const agent_name = options.agent_name ?? "proofloop"
  const root = tracer.startSpan(
    `invoke_agent ${agent_name}`,
    {
      kind: INTERNAL,
      attributes: {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.agent.name": agent_name,
        ...modelOf(options),
      },
    },
    outer,
  )
  const inner = api.trace.setSpan(outer, root)
  const open = new Map<string, Span>()
  const start = (key: string, name: string, kind: number, attributes: Attributes): void => {
    open.set(key, tracer.startSpan(name, { kind, attributes }, inner))
  }
  const end = (key: string, attributes: Attributes, error: string | null): void => {
    const span = open.get(key)
    open.delete(key)
    if (span !== undefined) endSpan(span, attributes, error)
  }
  try {
    for await (const event of run.events) tell(event, { root, start, end, options })
    const { run_id, status, stop_reason, verified, usage } = await run.result
    const error = status === "done" || status === "stopped" || status === "suspended" ? null : stop_reason
    const attributes = {
      "gen_ai.conversation.id": run_id,
      "gen_ai.usage.input_tokens": usage.input_tokens,
      "gen_ai.usage.output_tokens": usage.output_tokens,
      "proofloop.status": status,
      "proofloop.stop_reason": stop_reason,
      "proofloop.verified": verified,
    }
    for (const key of open.keys()) end(key, {}, "interrupted")
    endSpan(root, attributes, error)
  } finally {
    // Ending a span twice is nothing.
    root.end()
  }
}

interface Spans {
  readonly root: Span
  readonly options: TraceRunOptions
  readonly start: (key: string, name: string, kind: number, attributes: Attributes) => void
  readonly end: (key: string, attributes: Attributes, error: string | null) => void
}

function tell(event: LoopEvent, { root, start, end, options }: Spans): void {
  switch (event.type) {
    case "model_call_start": {
      const name = options.model_name === undefined ? "chat" : `chat ${options.model_name}`
      start("model", name, CLIENT, { "gen_ai.operation.name": "chat", ...modelOf(options) })
      return
    }
    case "model_call_end": {
      const { usage, provider_stop_reason, ok, error_kind } = event
      const attributes = {
        ...(usage === undefined
          ? {}
          : {
              "gen_ai.usage.input_tokens": usage.input_tokens,
              "gen_ai.usage.output_tokens": usage.output_tokens,
            }),
        ...(provider_stop_reason === undefined
          ? {}
          : { "gen_ai.response.finish_reasons": [provider_stop_reason] }),
      }
      end("model", attributes, ok ? null : (error_kind ?? "unknown"))
      return
    }
    case "tool_call_start":
      start(`tool ${event.call_id}`, `execute_tool ${event.tool_name}`, INTERNAL, {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": event.tool_name,
        "gen_ai.tool.call.id": event.call_id,
        ...contentOf(options, "gen_ai.tool.call.arguments", event.arguments),
      })
      return
    case "tool_call_end":
      end(
        `tool ${event.call_id}`,
        contentOf(options, "gen_ai.tool.call.result", event.output),
        event.ok ? null : (event.status ?? "tool_error"),
      )
      return
    case "verification_start":
      start("verification", "verify", INTERNAL, { "proofloop.trigger": event.trigger })
      return
    case "verification_end":
      end("verification", { "proofloop.verdict": event.status }, null)
      return
    case "agent_loop_stall_warning":
      root.addEvent("proofloop.stall_warning", {
        "proofloop.pattern": event.warning.pattern,
        "proofloop.count": event.warning.count,
        "proofloop.hard_stop": event.warning.hard_stop,
      })
      return
    default:
  }
}

function modelOf({ model_name, provider }: TraceRunOptions): Attributes {
  return {
    ...(model_name === undefined ? {} : { "gen_ai.request.model": model_name }),
    ...(provider === undefined ? {} : { "gen_ai.provider.name": provider }),
  }
}

function contentOf({ content }: TraceRunOptions, name: string, value: unknown): Attributes {
  if (content !== true || value === undefined) return {}
  return { [name]: typeof value === "string" ? value : JSON.stringify(value) }
}

function endSpan(span: Span, attributes: Attributes, error: string | null): void {
  span.setAttributes(error === null ? attributes : { ...attributes, "error.type": error })
  if (error !== null) span.setStatus({ code: ERROR })
  span.end()
}

/** `SpanKind` and `SpanStatusCode` of `@opentelemetry/api`, which are numbers of its stable interface. */
const INTERNAL = 0
const CLIENT = 2
const ERROR = 2
