import { createHash } from "node:crypto"
import type { Trip } from "@proofloop/replay"
import type { RunReplay, TimelineCall, TimelineTurn } from "@proofloop/replay/internal"

/** Runs as a replay tells them, the same for the same seed: some smooth, some stuck, some that recover, one that is harmed. */
export function sampleRuns(count: number): readonly RunReplay[] {
  return Array.from({ length: count }, (_, index) => sampleRun(index))
}

const agents = [
  { agent: "claude-code", model: "large-2", source: "sessions/shop.jsonl" },
  { agent: "codex", model: "code-mini", source: "rollouts/billing.jsonl" },
  { agent: "openhands", model: "open-70b", source: "trajectories/api.json" },
  { agent: "aider", model: undefined, source: ".aider.chat.history.md" },
]

const SHAPES = [
  "smooth",
  "stuck",
  "smooth",
  "recovered",
  "smooth",
  "smooth",
  "long",
  "detour",
  "smooth",
  "stuck",
  "smooth",
  "smooth",
  "harm",
  "smooth",
  "talk",
  "smooth",
  "smooth",
  "recovered",
  "smooth",
  "smooth",
] as const

const LENGTHS = {
  smooth: [8, 30],
  stuck: [16, 14],
  recovered: [12, 7],
  detour: [24, 10],
  harm: [24, 5],
  long: [188, 4],
  talk: [13, 3],
} as const

const FAILURES = [
  ["tests", "FAIL test/cart.test.ts > total rounds to cents\nAssertionError: expected 10.005 to be 10.01"],
  ["tests", "FAIL test/tax.test.ts > adds tax once\nAssertionError: expected 23.8 to be 20"],
  ["build", "src/cart.ts(41,7): error TS2345: Argument of type 'string' is not assignable to 'number'."],
  ["tests", "FAILED tests/test_invoice.py::test_due_date - KeyError: 'due'"],
  ["lint", "src/order.ts:12:5  error  'total' is never reassigned  prefer-const"],
] as const

/** One of them: `index` decides what it is like. */
export function sampleRun(index: number): RunReplay {
  const random = generator(index + 1)
  const pick = <Value>(values: readonly [Value, ...Value[]]): Value =>
    values[Math.floor(random() * values.length)] ?? values[0]
  const shape = SHAPES[index % SHAPES.length] ?? "smooth"
  const { agent, model, source } = agents[index % agents.length] ?? agents[0] ?? {}
  const [shortest, spread] = LENGTHS[shape]
  const length = shortest + Math.floor(random() * spread)
  const tells_tokens = agent !== "aider"
  const turns: TimelineTurn[] = []
  const trips: Trip[] = []
  let event = 0
  let failing = { index: Math.floor(random() * FAILURES.length), streak: 0 }
  let recovered_at = 0
  const recovers = shape === "recovered" || shape === "harm"
  for (let turn = 1; turn <= length; turn += 1) {
    const calls: TimelineCall[] = []
    const here: Trip[] = []
    const is_last = turn === length
    const passes =
      (shape === "smooth" && turn % 5 === 0) ||
      (recovers && is_last) ||
      (shape === "long" && turn % 9 === 0 && turn < 172)
    const kind = turn % 3
    if (shape === "talk" && turn > 5) {
      const streak = turn - 5
      if (streak === 3 || streak === 6)
        here.push({
          event,
          turn,
          pattern: "no_progress_monologue",
          confidence: "likely",
          signature: "",
          streak,
          hard_stop: streak === 6,
        })
      event += 1
    } else if (kind === 1) {
      const path = pick(["src/cart.ts", "src/tax.ts", "src/order.ts", "src/invoice.py"])
      calls.push(call(event, "read_file", path, "observation", "none"))
      event += 1
      if (random() < 0.3) {
        calls.push(call(event, "grep", `-n "total" ${path}`, "observation", "none"))
        event += 1
      }
    } else if (kind === 2) {
      const path = pick(["src/cart.ts", "src/tax.ts", "src/order.ts"])
      calls.push(call(event, "edit_file", path, "edit", random() < 0.08 ? "failed" : "ok"))
      event += 1
    } else {
      if (passes) {
        calls.push({ ...call(event, "bash", "npm test", "check", "ok"), check_id: "tests" })
        failing = { index: (failing.index + 1) % FAILURES.length, streak: 0 }
        if (trips.length > 0) recovered_at = turn
      } else {
        const detour = (shape === "detour" && turn % 9 === 0) || random() < (shape === "long" ? 0.2 : 0.04)
        failing = detour
          ? { index: (failing.index + 1) % FAILURES.length, streak: 1 }
          : { ...failing, streak: failing.streak + 1 }
        const [check_id, snippet] = FAILURES[failing.index] ?? FAILURES[0]
        const command = check_id === "tests" ? "npm test -- --reporter=dot" : `npm run ${check_id}`
        calls.push({
          ...call(event, "bash", command, "check", "failed"),
          check_id,
          signature: signatureOf(failing.index),
          snippet,
        })
        const { streak } = failing
        const signature = signatureOf(failing.index)
        const hard_stop = streak >= 7
        if (shape !== "smooth" && (streak === 3 || streak === 5 || streak === 7))
          here.push({
            event,
            turn,
            pattern: "stuck_same_diagnostic",
            confidence: "certain",
            signature,
            streak,
            hard_stop,
          })
        else if (shape === "detour" && streak === 1 && turn > 18 && turn % 2 === 1)
          here.push({
            event,
            turn,
            pattern: "recurring_diagnostic",
            confidence: "likely",
            signature,
            streak: 2,
            hard_stop: false,
          })
      }
      event += 1
    }
    if (passes && kind !== 0) {
      calls.push({ ...call(event, "bash", "npm test", "check", "ok"), check_id: "tests" })
      event += 1
      failing = { index: (failing.index + 1) % FAILURES.length, streak: 0 }
      if (trips.length > 0) recovered_at = turn
    }
    trips.push(...here)
    const [check_id] = FAILURES[failing.index] ?? FAILURES[0]
    turns.push({
      turn,
      text: pick([
        "I see: the total is rounded twice. Let me fix the helper.",
        "The test still fails, so the cause must be elsewhere.",
        "Let me look at how the tax is added.",
        "",
      ]),
      tokens: tells_tokens ? 3200 + Math.floor(random() * 5200) : undefined,
      calls,
      trips: here,
      failing:
        failing.streak > 0
          ? { check_id, signature: signatureOf(failing.index), streak: failing.streak }
          : undefined,
    })
  }
  const [first] = trips
  const stop = trips.find(({ hard_stop }) => hard_stop)
  return {
    id: `${["fix-cart-total", "tax-rounding", "invoice-due-date", "order-export", "login-redirect"][index % 5]}-${String(index + 1).padStart(2, "0")}`,
    source: source ?? "",
    agent,
    model,
    events: event,
    turns: length,
    trips,
    evidence: "",
    after_trip: remainder(turns, first?.turn),
    after_hard_stop: remainder(turns, stop?.turn),
    recovered_after_trip: recovered_at > (first?.turn ?? Number.POSITIVE_INFINITY),
    recovered_after_hard_stop: recovered_at > (stop?.turn ?? Number.POSITIVE_INFINITY),
    tokens: tells_tokens ? turns.reduce((sum, { tokens = 0 }) => sum + tokens, 0) : undefined,
    timeline: shape === "long" && index > 20 ? withoutMiddle(turns) : turns,
  }
}

function call(
  event: number,
  tool: string,
  summary: string,
  role: TimelineCall["role"],
  outcome: TimelineCall["outcome"],
): TimelineCall {
  return { event, tool, summary, role, outcome }
}

function remainder(turns: readonly TimelineTurn[], from: number | undefined): RunReplay["after_trip"] {
  const rest = from === undefined ? [] : turns.filter(({ turn }) => turn > from)
  const tells = turns.some(({ tokens }) => tokens !== undefined)
  return {
    turns: rest.length,
    tokens: tells ? rest.reduce((sum, { tokens = 0 }) => sum + tokens, 0) : undefined,
  }
}

function withoutMiddle(turns: readonly TimelineTurn[]): readonly TimelineTurn[] {
  const omitted = turns.length - 120
  return [
    ...turns.slice(0, 60),
    ...turns.slice(60 + omitted).map((turn, index) => (index === 0 ? { ...turn, omitted } : turn)),
  ]
}

function signatureOf(failure: number): string {
  return `sha256:${createHash("sha256").update(`failure ${failure}`).digest("hex")}`
}

/** Numbers from 0 to 1, the same for the same seed. */
function generator(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}
