import type { BrokenImplementation } from "../broken_implementation.ts"
import { withJudge, withJudgement } from "../parts/judges.ts"
import { shifted } from "../parts/loop_options.ts"
import { conversing, ignoring, reading, toolsOf, withToolResult, working } from "../parts/loop_ports.ts"

const idle = { name: "idle", description: "", input_schema: { type: "object" }, execute: () => "" }

export const completion: readonly BrokenImplementation[] = [
  reading(
    "A reply without calls never ends a run.",
    ["loop.completion.natural", "loop.budget.turns", "loop.completion.required-tools", "loop.tools.errors"],
    (options) => ({ ...options, loop_until_done: true, done_sentinel: options.done_sentinel ?? "##NEVER##" }),
  ),
  conversing(
    "A reply with text ends the run, its calls are dropped.",
    ["loop.completion.natural", "loop.completion.sentinel"],
    { reply: (reply) => (reply.text.trim() === "" ? reply : { ...reply, tool_calls: [] }) },
  ),
  reading("The sentinel is always ##DONE##.", ["loop.completion.sentinel"], (options) =>
    typeof options.done_sentinel === "string" ? { ...options, done_sentinel: "##DONE##" } : options,
  ),
  conversing("Calls beside the sentinel are not run.", ["loop.completion.sentinel"], {
    reply: (reply) => (reply.text.includes("##DONE##") ? { ...reply, tool_calls: [] } : reply),
  }),
  reading(
    "The sentinel means nothing.",
    ["loop.completion.sentinel", "loop.completion.until-done", "loop.wrapup"],
    (options) => ({ ...options, done_sentinel: "##NEVER##" }),
  ),
  ignoring("loop_until_done", ["loop.completion.until-done", "loop.completion.max-nudges"]),
  conversing(
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
  reading(
    "A run until done without tools is nudged to call one.",
    ["loop.completion.without-tools"],
    (options) =>
      options.loop_until_done === true && toolsOf(options).length === 0
        ? { ...options, tools: [idle] }
        : options,
  ),
  ignoring("max_nudges", ["loop.completion.max-nudges", "loop.completion.required-tools"]),
  reading(
    "One text-only turn less than max_nudges is forgiven.",
    ["loop.completion.max-nudges"],
    shifted("max_nudges", -1),
  ),
  ignoring("require_successful_tools", ["loop.completion.required-tools"]),
  working(
    "A tool that failed has succeeded all the same.",
    ["loop.completion.required-tools", "loop.completion.stop-after", "loop.tools.no-progress"],
    (tool) =>
      withToolResult(tool, (result) => (typeof result === "object" ? { ...result, ok: true } : result)),
  ),
  ignoring("stop_after_successful_tools", ["loop.completion.stop-after"]),
  ignoring("terminal_callback", ["loop.terminal-callback"]),
  reading("terminal_callback grants a turn more than it says.", ["loop.terminal-callback"], (options) => {
    const callback = options.terminal_callback
    if (callback === undefined) return options
    return {
      ...options,
      terminal_callback: async (ending) => {
        const answer = await callback(ending)
        return answer ? { ...answer, extend_by: answer.extend_by + 1 } : answer
      },
    }
  }),
  ignoring("post_turn_callback", ["loop.completion.post-turn", "loop.mandate.break"]),
  reading("A post_turn_callback that throws ends the run.", ["loop.completion.post-turn"], (options) => {
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
  }),
  ignoring("done_judge", ["loop.done-judge", "loop.stall-judge"]),
  reading(
    "The cadence of a done judge is never read.",
    ["loop.done-judge", "loop.stall-judge"],
    withJudge("done_judge", ({ cadence: _cadence, ...judge }) => judge),
  ),
  reading(
    "A done judge of any cadence is asked on a stall.",
    ["loop.stall-judge"],
    withJudge("done_judge", (judge) => ({ ...judge, cadence: { when: "stalled" } })),
  ),
  reading(
    "A judge's veto is an accept.",
    ["loop.stall-judge", "loop.done-judge", "loop.verdict.chain", "loop.verdict.judge-cap"],
    withJudgement((text) => text.replace("continue", "done")),
  ),
]
