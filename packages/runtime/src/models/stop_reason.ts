/** A provider's finish reason in our words; an unknown one is passed on as it is, at most 64 characters of it. */
export function providerStopReason(finish_reason: string | null | undefined, has_calls: boolean): string {
  const mapped = finish_reason
    ? (STOP_REASONS.get(finish_reason.toLowerCase()) ?? finish_reason.slice(0, 64))
    : "stop"
  // Several servers say "stop" for a reply that calls tools.
  return mapped === "stop" && has_calls ? "tool_calls" : mapped
}

const STOP_REASONS = new Map([
  ["stop", "stop"],
  ["end_turn", "stop"],
  ["eos", "stop"],
  ["stop_sequence", "stop"],
  ["tool_calls", "tool_calls"],
  ["tool-calls", "tool_calls"],
  ["tool_use", "tool_calls"],
  ["function_call", "tool_calls"],
  ["length", "length"],
  ["max_tokens", "length"],
  ["model_length", "length"],
  ["content_filter", "content_filter"],
  ["content-filter", "content_filter"],
  ["safety", "content_filter"],
  ["error", "error"],
  ["model_context_window_exceeded", "context_window"],
  ["context_length_exceeded", "context_window"],
])
