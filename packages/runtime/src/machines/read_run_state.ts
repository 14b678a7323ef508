import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { z } from "zod"
import { checkedState } from "../stall/read_state.ts"
import { initialRun, type RunState } from "./run_state.ts"

const count = z.int().min(0)
const text = z.string()
const flag = z.boolean()
const record = z.looseObject({})
const toolCall = z.looseObject({ id: text.optional(), name: text.optional(), tool_name: text.optional() })
const callRecord = z.looseObject({ call_id: text, tool_name: text, call: toolCall })

const message = z.discriminatedUnion("role", [
  z.looseObject({ role: z.literal("system"), content: text }),
  z.looseObject({ role: z.literal("user"), content: text }),
  z.looseObject({ role: z.literal("assistant"), content: text, tool_calls: z.array(toolCall).optional() }),
  z.looseObject({ role: z.literal("tool"), content: text, tool_call_id: text, tool_name: text, ok: flag }),
])

const turn = z.looseObject({
  reply: z.looseObject({ text, tool_calls: z.array(toolCall), parse_errors: z.array(text).optional() }),
  calls: z.array(callRecord),
  results: z.array(record.nullable()),
  feedback: z.array(text),
  warned: flag,
  hard_stop: flag,
  reverify_mandated: flag,
  vetoed: flag,
  nudged: flag,
  post_turn: z.looseObject({ stop: flag, needs_verify: flag, message: text, detail: text }),
  judged: flag,
})

const START = initialRun({ run_id: "", task: "", system_prompt: undefined, limit: 0 })

const decision = z.looseObject({
  iteration: count,
  action: z.enum(["extend", "stop"]),
  old_limit: count,
  new_limit: count,
  reason: text,
  status: text,
})

/** A run that stands between two turns: nothing is in flight, and nothing has ended it. */
const atBorder = z.looseObject({
  version: z.literal(1),
  run_id: text,
  task: text,
  messages: z.array(message),
  text,
  detector: z.custom((state) => isDetectorState(state)),
  budgets: z.looseObject({ ...like(START.budgets), decisions: z.array(decision) }),
  tools: z.looseObject({
    calls: count,
    used: z.array(text),
    successful: z.array(text),
    failed: z.array(text),
  }),
  signals: z.looseObject({
    progress_signal: z.number().nullish(),
    remediation_delivered: z.union([flag, z.number()]).nullish(),
    action_signal: flag.nullish(),
  }),
  turn: turn.nullable(),
  verification: z.null(),
  ending: z.null(),
  suspend_requested: z.literal(false),
  back_off_ms: z.number().min(0),
  control: z.null(),
  open: z.looseObject({
    iteration: z.literal(false),
    model_call: z.null(),
    tools: z.tuple([]),
    verification: z.null(),
  }),
})

/** The value if it is the state of a run between two turns; null for anything else. Never throws. */
export function readRunAtBorder(value: unknown): RunState | null {
  // What a state holds beyond this frame, a model or a tool said: the loop reads it as such.
  return atBorder.safeParse(value).success ? (value as RunState) : null
}

/** Fields of the kinds they start with. */
function like(start: object): Record<string, z.ZodType> {
  const kinds = Object.entries(start).flatMap(([name, first]: [string, unknown]): [string, z.ZodType][] => {
    if (typeof first === "number") return [[name, z.number().min(0)]]
    if (typeof first === "boolean") return [[name, flag]]
    return typeof first === "object" && first !== null ? [[name, z.looseObject(like(first))]] : []
  })
  return Object.fromEntries(kinds)
}

function isDetectorState(state: unknown): boolean {
  try {
    return checkedState(state) === state
  } catch (error) {
    if (isInvalidOptionError(error)) return false
    throw error
  }
}
