import { isRecord } from "@proofloop/foundation/text"
import type { ToolCall } from "@proofloop/runtime/internal/detector"
import type { BrokenImplementation } from "../broken_implementation.ts"
import { stepper } from "../parts/define.ts"
import { calls, withCalls } from "../parts/define_readings.ts"
import { isReply } from "../parts/requests.ts"

function mapValues(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return change(value.map((entry: unknown) => mapValues(entry, change)))
  if (typeof value !== "object" || value === null) return change(value)
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, mapValues(entry, change)]))
}

function withArguments(call: ToolCall, change: (given: unknown) => unknown): ToolCall {
  if (call.arguments !== undefined) return { ...call, arguments: change(call.arguments) }
  return call.tool_args === undefined ? call : { ...call, tool_args: change(call.tool_args) }
}

export const keys: readonly BrokenImplementation[] = [
  calls("Arguments are hashed in the order they were given.", ["actions.key.argument-order"], (call) =>
    withArguments(call, (given) => (isRecord(given) ? { given: JSON.stringify(given) } : given)),
  ),
  calls("Lists in arguments are sorted before they are hashed.", ["actions.key.argument-order"], (call) =>
    withArguments(call, (given) =>
      mapValues(given, (value) =>
        Array.isArray(value)
          ? (value as unknown[]).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
          : value,
      ),
    ),
  ),
  calls(
    "Texts in arguments are trimmed and put in lower case, numbers made text.",
    ["actions.key.exact-values"],
    (call) =>
      withArguments(call, (given) =>
        mapValues(given, (value) =>
          typeof value === "string" || typeof value === "number" ? String(value).trim().toLowerCase() : value,
        ),
      ),
  ),
  calls(
    "tool_name and tool_args mean nothing.",
    ["actions.key.name"],
    ({ tool_name: _name, tool_args: _args, ...call }) => call,
  ),
  stepper("Two tools with the same arguments are one action.", ["actions.key.name"], (request, play) => {
    if (!isReply(request)) return play(request)
    const step = play(request)
    const anonymous = play({
      ...request,
      input: withCalls(request.input, (call) => ({ ...call, name: call.name === "" ? "" : "tool" })),
    })
    return { ...anonymous, state: { ...anonymous.state, proposal: step.state.proposal } }
  }),
  calls(
    "Arguments that are a list or a text are wrapped instead of dropped.",
    ["actions.key.no-record"],
    (call) => withArguments(call, (given) => (isRecord(given) ? given : { value: given })),
  ),
  calls("A null in a record of arguments is left out.", ["actions.key.no-record"], (call) =>
    withArguments(call, (given) =>
      isRecord(given)
        ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
        : given,
    ),
  ),
]
