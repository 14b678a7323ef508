import type { Message, ModelReply, ModelRequest } from "@proofloop/runtime"
import type { Plan } from "./plan.ts"
import { hashText, type Random, randomOf } from "./random.ts"
import { contentOf, FILE_NAMES } from "./world.ts"

type Call = Record<string, unknown>

/** What the simulated model says: a pure function of the seed and the conversation, so that a resumed run hears the same. */
export function replyOf(plan: Plan, request: ModelRequest): ModelReply {
  const random = randomOf(plan.seed, "reply", conversationHash(request.messages))
  const usage = random.chance(0.9)
    ? { input_tokens: 10 * request.messages.length, output_tokens: random.int(1, 60), cost_usd: 0.01 }
    : undefined
  const said = request.tool_choice === "none" ? wrapUp(random) : decide(plan, request.messages, random)
  const turn = request.messages.filter(({ role }) => role === "assistant").length + 1
  const tool_calls = said.calls.map((call, index) => ({ ...idOf(turn, index, random), ...call }))
  return {
    text: said.text,
    tool_calls,
    ...(usage === undefined ? {} : { usage }),
    ...(said.parse_errors === undefined ? {} : { parse_errors: said.parse_errors }),
  }
}

/** Names a conversation. */
export function conversationHash(messages: readonly Message[]): number {
  return messages.reduce((hash, message) => hashText(JSON.stringify(message), hash), 1)
}

interface Said {
  readonly text: string
  readonly calls: readonly Call[]
  readonly parse_errors?: readonly string[]
}

const DONE: Said = { text: "All of it is fixed. ##DONE##", calls: [] }

function wrapUp(random: Random): Said {
  return { text: "What was done, and what is left.", calls: random.chance(0.2) ? [check(random)] : [] }
}

function decide(plan: Plan, messages: readonly Message[], random: Random): Said {
  const last = messages.findLast((message) => message.role === "assistant")
  switch (plan.temper) {
    case "diligent":
      return random.chance(0.15) ? anything(random) : nextStep(messages, random)
    case "stubborn":
      if (last?.tool_calls === undefined || random.chance(0.25)) return anything(random)
      return { text: last.content, calls: last.tool_calls.map(({ id: _id, ...call }) => call) }
    case "liar":
      return random.chance(0.5) ? DONE : nextStep(messages, random)
    case "erratic":
      return anything(random)
    case "talker":
      return random.chance(0.6) ? words(random) : anything(random)
  }
}

/** Looks at a failure, edits, checks again, and is done when the checks pass. */
function nextStep(messages: readonly Message[], random: Random): Said {
  const results = messages.filter((message) => message.role === "tool")
  const checked = results.findLastIndex(({ tool_name }) => tool_name === "run_check")
  const edited = results.findLastIndex(({ tool_name, ok }) => ok && EDITS.has(tool_name))
  if (results.length === 0) return { text: "", calls: random.chance(0.5) ? looks(random) : [check(random)] }
  if (checked < 0 || edited > checked) return { text: "", calls: [check(random)] }
  if (results[checked]?.ok === true) {
    if (random.chance(0.6)) return DONE
    return { text: "", calls: [check(random)] }
  }
  return { text: "", calls: random.chance(0.2) ? [edit(random), check(random)] : [edit(random)] }
}

const EDITS: ReadonlySet<string> = new Set(["edit_file", "edit_both", "set_note", "append_log"])

function anything(random: Random): Said {
  const kind = random.named({ looks: 3, calls: 4, words: 2, done: 1, unreadable: 1 })
  if (kind === "words") return words(random)
  if (kind === "done") return random.chance(0.5) ? DONE : { ...DONE, calls: [check(random)] }
  if (kind === "looks") return { text: "", calls: looks(random) }
  if (kind === "unreadable") {
    const calls = random.chance(0.3) ? [check(random)] : []
    return { text: "", calls, parse_errors: ["not JSON"] }
  }
  const calls = Array.from({ length: random.int(1, 3) }, () => anyCall(random))
  return { text: random.chance(0.3) ? "Next." : "", calls }
}

function words(random: Random): Said {
  return {
    text: random.pick(["Let me think.", "It may be the cache.", "done", "", "I am stuck."]),
    calls: [],
  }
}

function looks(random: Random): readonly Call[] {
  return Array.from({ length: random.int(1, 5) }, () =>
    random.chance(0.6)
      ? { name: "read_file", arguments: { file: random.pick(FILE_NAMES) } }
      : { name: "search", arguments: { query: random.pick(["value", "export"]) } },
  )
}

function check(random: Random): Call {
  return { name: "run_check", arguments: { check: random.pick(["unit", "lint"]) } }
}

function edit(random: Random): Call {
  const content = contentOf(random)
  const name = random.named({ edit_file: 6, edit_both: 1, set_note: 1, append_log: 1 })
  if (name === "edit_file") return { name, arguments: { file: random.pick(FILE_NAMES), content } }
  return { name, arguments: { content } }
}

function anyCall(random: Random): Call {
  return random.weighted<() => Call>([
    [3, () => check(random)],
    [4, () => edit(random)],
    [2, () => ({ name: "shell", arguments: { command: random.pick(["npm test", "touch d.ts", "ls"]) } })],
    [1, () => ({ name: "fetch", arguments: {} })],
    [1, () => ({ name: "finish", arguments: {} })],
    [1, () => ({ name: "report", arguments: {} })],
    [1, () => ({ name: "run_chek", arguments: {} })],
    [1, () => ({ name: "edit_file", arguments: random.pick<unknown>([{}, "no JSON", null, { file: 3 }]) })],
    [1, () => ({ tool_name: "read_file", tool_args: { file: "a.ts" } })],
  ])()
}

/** Mostly an id of its own; some providers send none, or the same twice. */
function idOf(turn: number, index: number, random: Random): { readonly id?: string } {
  return random.weighted<{ readonly id?: string }>([
    [8, { id: `c${turn}_${index}` }],
    [1, {}],
    [1, { id: `c${turn}` }],
  ])
}
