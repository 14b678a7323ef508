import type { BrokenImplementation } from "../broken_implementation.ts"
import { publishing, resulting } from "../parts/define.ts"
import { withoutFeedback } from "../parts/loop_options.ts"
import { conversing, withToolResult, working } from "../parts/loop_ports.ts"

export const loopReports: readonly BrokenImplementation[] = [
  conversing("Failing tools and unreadable replies never reach the model.", ["loop.tools.errors"], {
    request: (messages) =>
      withoutFeedback("parse_errors")(messages).map((message) =>
        message.role === "tool" ? { ...message, content: "" } : message,
      ),
  }),
  publishing(
    "Every turn with a call is answered with a nudge.",
    ["loop.tools.errors", "loop.tools.no-progress"],
    (event) =>
      event.type === "iteration_end" && event.tool_count > 0
        ? [
            {
              ...event,
              type: "feedback_injected",
              kind: "no_progress_streak",
              text_length: 0,
              text_sha256: "",
            },
            event,
          ]
        : [event],
  ),
  publishing("Turns without a successful call are never answered.", ["loop.tools.no-progress"], (event) =>
    event.type === "feedback_injected" && event.kind === "no_progress_streak" ? [] : [event],
  ),
  publishing("Evidence is read without an event.", ["loop.events.order"], (event) =>
    event.type === "evidence" ? [] : [event],
  ),
  publishing("A turn publishes its end before the end of its calls.", ["loop.events.order"], (event) =>
    event.type === "tool_call_end"
      ? []
      : event.type === "iteration_end" && event.tool_count > 0
        ? [
            event,
            {
              ...event,
              type: "tool_call_end",
              call_id: "",
              tool_name: "",
              ok: true,
              mutated: false,
              output_length: 0,
              output_sha256: "",
            },
          ]
        : [event],
  ),
  publishing(
    "Calls of a turn that a hard stop ends are published as started.",
    ["loop.events.order", "loop.repair.hand-back"],
    (event) =>
      event.type === "iteration_end" && event.skip_reason === "thrash_hard_stop"
        ? [{ ...event, type: "tool_call_start", call_id: "", tool_name: "", arguments_digest: "" }, event]
        : [event],
  ),
  publishing("A reply without calls publishes evidence.", ["loop.events.order"], (event) =>
    event.type === "iteration_end" && event.tool_count === 0
      ? [
          {
            ...event,
            type: "evidence",
            source: "judge",
            check_id: "",
            class: "pass",
            weak: true,
            signature: "",
            snippet: "",
            write_epoch: 0,
          },
          event,
        ]
      : [event],
  ),
  resulting(
    "A result says nothing of the detector.",
    ["loop.result.fields", "loop.repair.thrash"],
    ({ stall_warnings: _warnings, suspected_loop: _suspected, repeated_tool_calls: _repeated, ...result }) =>
      result,
  ),
  resulting("A disabled detector adds its fields to the result.", ["loop.result.fields"], (result) => ({
    stall_warnings: [],
    suspected_loop: false,
    repeated_tool_calls: 0,
    ...result,
  })),
  working("A password is no secret.", ["loop.result.redacted"], (tool) =>
    withToolResult(
      tool,
      (result) => JSON.parse(JSON.stringify(result).replaceAll("password=", "pass word ")) as unknown,
    ),
  ),
  publishing("A secret in the name of a tool stands in events.", ["loop.result.names"], (event) =>
    "tool_name" in event ? [{ ...event, tool_name: withSecret(event.tool_name) }] : [event],
  ),
  resulting("A secret in a check id stands in the proof.", ["loop.result.names"], (result) =>
    result.proof === null
      ? result
      : { ...result, proof: { ...result.proof, check_id: withSecret(result.proof.check_id) } },
  ),
  resulting("A secret in the name of a tool stands in the result.", ["loop.result.names"], (result) => ({
    ...result,
    tools: { ...result.tools, failed: result.tools.failed.map(withSecret) },
  })),
  publishing("Every name that speaks of a token is hidden.", ["loop.result.names"], (event) =>
    "tool_name" in event && event.tool_name.includes("token")
      ? [{ ...event, tool_name: "[redacted]" }]
      : [event],
  ),
  resulting(
    "The failure that is handed back shows nothing.",
    ["loop.result.redacted", "loop.repair.hand-back", "loop.verdict.base"],
    (result) =>
      result.current_failure === undefined
        ? result
        : { ...result, current_failure: { ...result.current_failure, snippet: "" } },
  ),
]

/** What stood there before it was redacted. */
function withSecret(name: string): string {
  return name.replace("[redacted]", "hunter2hunter2")
}
