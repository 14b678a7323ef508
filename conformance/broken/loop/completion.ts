import type { BrokenImplementation } from "../broken_implementation.ts"
import { withJudge, withJudgement } from "../parts/judges.ts"
import { shifted } from "../parts/loop_options.ts"
import { conversing, ignoring, reading, withToolResult, working } from "../parts/loop_ports.ts"

export const completion: readonly BrokenImplementation[] = [
  reading(
    "reply_without_calls_goes_on",
    "A reply without calls never ends a run.",
    ["loop.completion.natural", "loop.budget.turns", "loop.completion.required-tools", "loop.tools.errors"],
    (options) => ({ ...options, loop_until_done: true, done_sentinel: options.done_sentinel ?? "##NEVER##" }),
  ),
  conversing(
    "text_ends_the_run",
    "A reply with text ends the run, its calls are dropped.",
    ["loop.completion.natural", "loop.completion.sentinel"],
    { reply: (reply) => (reply.text.trim() === "" ? reply : { ...reply, tool_calls: [] }) },
  ),
  reading("sentinel_is_fixed", "The sentinel is always ##DONE##.", ["loop.completion.sentinel"], (options) =>
    typeof options.done_sentinel === "string" ? { ...options, done_sentinel: "##DONE##" } : options,
  ),
  conversing(
    "calls_beside_the_sentinel_are_dropped",
    "Calls beside the sentinel are not run.",
    ["loop.completion.sentinel"],
    { reply: (reply) => (reply.text.includes("##DONE##") ? { ...reply, tool_calls: [] } : reply) },
  ),
  reading(
    "sentinel_is_not_seen",
    "The sentinel means nothing.",
    ["loop.completion.sentinel", "loop.completion.until-done", "loop.wrapup"],
    (options) => ({ ...options, done_sentinel: "##NEVER##" }),
  ),
  ignoring(
    "until_done_ignored",
    "loop_until_done is never read.",
    ["loop.completion.until-done", "loop.completion.max-nudges"],
    "loop_until_done",
  ),
  conversing(
    "first_text_after_a_call_is_no_end",
    "A run until done does not take the first text after a call for a proposal to stop.",
    ["loop.completion.until-done"],
    {
      reply: (reply, { messages }) =>
        reply.tool_calls.length === 0 &&
        !messages.some((message) => "feedback_kind" in message) &&
        messages.some(({ role }) => role === "tool")
          ? { ...reply, text: "" }
          : reply,
    },
  ),
  ignoring(
    "max_nudges_ignored",
    "max_nudges is never read.",
    ["loop.completion.max-nudges", "loop.completion.required-tools"],
    "max_nudges",
  ),
  reading(
    "one_prose_turn_less",
    "One text-only turn less than max_nudges is forgiven.",
    ["loop.completion.max-nudges"],
    shifted("max_nudges", -1),
  ),
  ignoring(
    "required_tools_ignored",
    "require_successful_tools is never read.",
    ["loop.completion.required-tools"],
    "require_successful_tools",
  ),
  working(
    "failed_tools_count_as_successful",
    "A tool that failed has succeeded all the same.",
    ["loop.completion.required-tools", "loop.completion.stop-after", "loop.tools.no-progress"],
    (tool) =>
      withToolResult(tool, (result) => (typeof result === "object" ? { ...result, ok: true } : result)),
  ),
  ignoring(
    "stop_after_ignored",
    "stop_after_successful_tools is never read.",
    ["loop.completion.stop-after"],
    "stop_after_successful_tools",
  ),
  ignoring(
    "post_turn_is_not_asked",
    "post_turn_callback is never asked.",
    ["loop.completion.post-turn", "loop.mandate.break"],
    "post_turn_callback",
  ),
  reading(
    "throwing_post_turn_stops",
    "A post_turn_callback that throws ends the run.",
    ["loop.completion.post-turn"],
    (options) => {
      const callback = options.post_turn_callback
      if (callback === undefined) return options
      return {
        ...options,
        post_turn_callback: async (turn) => {
          try {
            return await callback(turn)
          } catch {
            return true
          }
        },
      }
    },
  ),
  ignoring(
    "done_judge_is_not_asked",
    "done_judge is never read.",
    ["loop.done-judge", "loop.stall-judge"],
    "done_judge",
  ),
  reading(
    "done_judge_is_always_due",
    "The cadence of a done judge is never read.",
    ["loop.done-judge", "loop.stall-judge"],
    withJudge("done_judge", ({ cadence: _cadence, ...judge }) => judge),
  ),
  reading(
    "every_judge_is_asked_on_a_stall",
    "A done judge of any cadence is asked on a stall.",
    ["loop.stall-judge"],
    withJudge("done_judge", (judge) => ({ ...judge, cadence: { when: "stalled" } })),
  ),
  reading(
    "judges_always_accept",
    "A judge's veto is an accept.",
    ["loop.stall-judge", "loop.done-judge", "loop.verdict.chain", "loop.verdict.judge-cap"],
    withJudgement((text) => text.replace("continue", "done")),
  ),
]
