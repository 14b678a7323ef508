import { isRecord, type JsonObject } from "@proofloop/foundation/text"
import { describe, expect, test } from "vitest"
import type { HookReply } from "../events/hook_reply.ts"
import { HOST_NAMES, type HostName } from "../events/host_event.ts"
import { hostAdapter } from "./hosts.ts"
import { inputsOf } from "./recordings.fixture.ts"

const TELL: HookReply = { type: "tell", text: "[proofloop] told" }
const REFUSE: HookReply = { type: "refuse", text: "[proofloop] refused" }
const HOLD: HookReply = { type: "hold", text: "[proofloop] held", hand_back: "" }
const HAND_BACK: HookReply = { type: "hand_back", text: "[proofloop] open" }
const REPLIES: readonly HookReply[] = [{ type: "nothing" }, TELL, REFUSE, HOLD, HAND_BACK]

/** Every event that a host names in its documentation, as far as an answer is read. */
const EVENTS: Readonly<Partial<Record<HostName, string>>> = {
  "claude-code":
    "PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification UserPromptSubmit UserPromptExpansion SessionStart SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact PreModelSwitch PostModelSwitch PermissionRequest PermissionDenied Setup TeammateIdle TaskCreated TaskCompleted Elicitation ElicitationResult ConfigChange WorktreeCreate WorktreeRemove InstructionsLoaded CwdChanged FileChanged DirectoryAdded MessageDisplay",
  codex:
    "PreToolUse PostToolUse PermissionRequest PreCompact PostCompact SessionStart SessionEnd UserPromptSubmit Stop SubagentStart SubagentStop Interrupt StopFailure",
  "gemini-cli":
    "BeforeTool AfterTool BeforeAgent AfterAgent BeforeModel AfterModel BeforeToolSelection SessionStart SessionEnd PreCompress Notification",
  "qwen-code":
    "PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification UserPromptSubmit SessionStart SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact PermissionRequest",
  copilot:
    "SessionStart SessionEnd UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure Stop SubagentStart SubagentStop ErrorOccurred PreCompact PermissionRequest Notification",
  cursor:
    "beforeShellExecution afterShellExecution beforeMCPExecution afterMCPExecution beforeReadFile afterFileEdit beforeTabFileRead afterTabFileEdit beforeSubmitPrompt afterAgentResponse afterAgentThought sessionStart sessionEnd preCompact subagentStart subagentStop preToolUse postToolUse postToolUseFailure stop workspaceOpen",
}

function answers(host: HostName): readonly (readonly [event: string, reply: string, answer: JsonObject])[] {
  return (EVENTS[host] ?? "").split(" ").flatMap((event) =>
    REPLIES.flatMap((reply) => {
      const answer = hostAdapter(host).answer(reply, { hook_event_name: event })
      return answer === null ? [] : [[event, reply.type, answer] as const]
    }),
  )
}

const channels = (host: HostName): readonly string[] =>
  answers(host).map(([event, reply]) => `${event} ${reply}`)

const BLOCKS = ["Stop hold", "Stop hand_back", "SubagentStop hold", "SubagentStop hand_back"]
const AFTER = ["PostToolUse tell", "PostToolUseFailure tell", "PostToolBatch tell"]

test.each([
  ["claude-code", ["PreToolUse refuse", ...AFTER, ...BLOCKS]],
  ["codex", ["PreToolUse refuse", "PostToolUse tell", ...BLOCKS]],
  ["qwen-code", ["PreToolUse refuse", ...AFTER, ...BLOCKS]],
  ["gemini-cli", ["BeforeTool refuse", "AfterTool tell", "AfterAgent hold", "AfterAgent hand_back"]],
  [
    "copilot",
    ["PreToolUse refuse", "PostToolUse tell", "PostToolUseFailure tell", "Stop hold", "SubagentStop hold"],
  ],
  [
    "cursor",
    ["subagentStop hold", "preToolUse refuse", "postToolUse tell", "postToolUseFailure tell", "stop hold"],
  ],
] as const)("%s is answered where it listens, and nowhere else", (host, expected) => {
  expect([...channels(host)].toSorted()).toEqual([...expected].toSorted())
})

test.each(HOST_NAMES)("nothing said is nothing for %s", (host) => {
  for (const input of inputsOf(host)) expect(hostAdapter(host).answer({ type: "nothing" }, input)).toBeNull()
})

/** Keys an object may have, with what their values are. */
type Shape = Readonly<Record<string, (value: unknown) => boolean>>

const text = (value: unknown): boolean => typeof value === "string" && /\S/.test(value)
const oneOf =
  (...values: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === "string" && values.includes(value)

function problems(answer: unknown, shape: Shape): readonly string[] {
  if (!isRecord(answer)) return ["no object"]
  return Object.entries(answer).flatMap(([key, value]) => {
    const isRight = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (isRight === undefined) return [`${key} is unknown`]
    return isRight(value) ? [] : [`${key} is wrong`]
  })
}

/**
 * Written by hand after codex-rs/hooks/schema/generated, whose schemas refuse unknown keys, and after its parser. The
 * parser also refuses `ask`, a bare `allow`, and a block or a refusal without a reason.
 */
const commonOfCodex: Shape = { systemMessage: text }
const codexShapes: Readonly<Record<string, Shape>> = {
  PreToolUse: {
    ...commonOfCodex,
    hookSpecificOutput: (value) =>
      isRecord(value) &&
      value["permissionDecision"] === "deny" &&
      text(value["permissionDecisionReason"]) &&
      problems(value, {
        hookEventName: oneOf("PreToolUse"),
        permissionDecision: oneOf("deny"),
        permissionDecisionReason: text,
        additionalContext: text,
      }).length === 0,
  },
  PostToolUse: {
    ...commonOfCodex,
    decision: oneOf("block"),
    reason: text,
    hookSpecificOutput: (value) =>
      problems(value, { hookEventName: oneOf("PostToolUse"), additionalContext: text }).length === 0,
  },
  Stop: { ...commonOfCodex, decision: oneOf("block"), reason: text },
  SubagentStop: { ...commonOfCodex, decision: oneOf("block"), reason: text },
}

describe("codex", () => {
  test("accepts each answer", () => {
    for (const [event, , answer] of answers("codex")) {
      expect([event, ...problems(answer, codexShapes[event] ?? {})]).toEqual([event])
      expect(answer["decision"] === undefined || text(answer["reason"])).toBe(true)
    }
  })

  test("would refuse another", () => {
    expect(problems({ decision: "block", reason: "x", more: 1 }, codexShapes["Stop"] ?? {})).toEqual([
      "more is unknown",
    ])
    const asking = { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "ask" } }
    expect(problems(asking, codexShapes["PreToolUse"] ?? {})).toEqual(["hookSpecificOutput is wrong"])
  })
})

/** Written by hand after the types of `@anthropic-ai/claude-agent-sdk` 0.3.330. */
const claudeSpecific = (event: string) => (value: unknown) =>
  problems(value, {
    hookEventName: oneOf(event),
    additionalContext: text,
    ...(event === "PreToolUse"
      ? { permissionDecision: oneOf("allow", "deny", "ask", "defer"), permissionDecisionReason: text }
      : {}),
  }).length === 0

test.each(["claude-code", "qwen-code"] as const)("%s accepts each answer", (host) => {
  for (const [event, , answer] of answers(host)) {
    const shape: Shape = {
      decision: oneOf("approve", "block"),
      reason: text,
      systemMessage: text,
      hookSpecificOutput: claudeSpecific(event),
    }
    expect([event, ...problems(answer, shape)]).toEqual([event])
  }
})

/** Written by hand after Gemini CLI's types, GitHub's reference, and the validators of `@cursor/sdk` 1.0.32. */
const otherShapes: Readonly<Partial<Record<HostName, Shape>>> = {
  "gemini-cli": {
    decision: oneOf("deny"),
    reason: text,
    systemMessage: text,
    hookSpecificOutput: (value) =>
      problems(value, { hookEventName: oneOf("AfterTool"), additionalContext: text }).length === 0,
  },
  copilot: {
    decision: oneOf("block", "allow"),
    reason: text,
    additionalContext: text,
    permissionDecision: oneOf("allow", "deny"),
    permissionDecisionReason: text,
  },
  cursor: {
    permission: oneOf("allow", "deny"),
    agent_message: text,
    user_message: text,
    additional_context: text,
    followup_message: text,
  },
}

test.each(["gemini-cli", "copilot", "cursor"] as const)("%s accepts each answer", (host) => {
  for (const [event, , answer] of answers(host))
    expect([event, ...problems(answer, otherShapes[host] ?? {})]).toEqual([event])
})

describe("in the host's process", () => {
  test("opencode", () => {
    const { answer } = hostAdapter("opencode")
    const after = { hook: "tool.execute.after", output: { output: "ran" } }
    const idle = { hook: "event", event: { type: "session.idle" } }
    expect(answer(TELL, after)).toEqual({ output: "ran\n\n[proofloop] told" })
    expect(answer(REFUSE, { hook: "tool.execute.before" })).toEqual({ error: "[proofloop] refused" })
    expect(answer(HOLD, idle)).toEqual({
      prompt: { parts: [{ type: "text", text: "[proofloop] held" }] },
    })
    expect(answer(HAND_BACK, idle)).toEqual({
      toast: { message: "[proofloop] open", variant: "warning" },
    })
  })

  test("pi", () => {
    const { answer } = hostAdapter("pi")
    const result = { event: { type: "tool_result", content: [{ type: "text", text: "ran" }] } }
    const settling = { event: { type: "agent_before_settle", entries: [{ type: "custom", data: 1 }] } }
    expect(answer(TELL, result)).toEqual({
      content: [
        { type: "text", text: "ran" },
        { type: "text", text: "[proofloop] told" },
      ],
    })
    expect(answer(REFUSE, { event: { type: "tool_call" } })).toEqual({
      block: true,
      reason: "[proofloop] refused",
    })
    expect(answer(HOLD, settling)).toEqual({
      entries: [
        { type: "custom", data: 1 },
        { type: "custom_message", customType: "proofloop", content: "[proofloop] held", display: true },
      ],
      continue: true,
    })
    expect(answer(HOLD, { event: { type: "agent_end" } })).toEqual({ message: "[proofloop] held" })
    expect(answer(HAND_BACK, settling)).toEqual({ notice: "[proofloop] open" })
  })
})
