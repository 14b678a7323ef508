import type { AgentLoopOptions, LoopStallOptions, RunStatus } from "@proofloop/runtime"
import { knobs } from "@proofloop/runtime/detector"
import { type Random, randomOf } from "./random.ts"

/** Everything a seed determines before a run starts, as plain data. What happens in the run hashes the seed again. */
export interface Plan {
  readonly seed: number
  /** Options that are plain data; `hosts` says which functions a host adds. */
  readonly options: Partial<AgentLoopOptions>
  readonly hosts: Hosts
  /** The knobs: none, the base column, the recommended one, or each from either. */
  readonly column: "absent" | "off" | "base" | "recommended" | "mixed"
  /** The run's clock is the system's (whose deadline interrupts) or the host's. */
  readonly clock: "host" | "system"
  readonly temper: Temper
  /** How often what can go wrong does: 0 to 1. */
  readonly faults: number
  /** Tools say tens of KB. */
  readonly bulky: boolean
  readonly interruptions: readonly Interruption[]
  readonly readers: readonly ReaderKind[]
}

export interface Hosts {
  readonly verify_completion: "function" | "judge" | null
  readonly verify_completion_judge: boolean
  readonly done_judge: "always" | "stalled" | null
  readonly post_turn_callback: boolean
  readonly loop_control: boolean
  readonly terminal_callback: boolean
  readonly signals: boolean
}

/** How the simulated model goes about its task. */
export type Temper = "diligent" | "stubborn" | "liar" | "erratic" | "talker"

/** What ends a life of the run before its time; `at` is where in the undisturbed run, from 0 to 1. */
export interface Interruption {
  readonly kind:
    | "crash_before_record"
    | "crash_before_effect"
    | "crash_in_effect"
    | "crash_after_effect"
    | "abort"
    | "suspend"
    | "journal_failure"
  readonly at: number
}

export type ReaderKind = "late" | "slow" | "breaking" | "throwing"

/** Endings that a resume goes on from. */
export const RESUMABLE: ReadonlySet<RunStatus> = new Set(["aborted", "suspended"])

export function planOf(seed: number): Plan {
  const random = randomOf(seed, "plan")
  const column = random.named({ absent: 1, off: 2, base: 3, recommended: 6, mixed: 4 })
  const stall = stallOptions(column, random)
  // Not by chance, so that the plans of all other seeds stay as they were.
  const hosts = { ...hostsOf(random, stall?.require_verified === true), terminal_callback: seed % 4 === 1 }
  const clock = random.chance(0.2) ? "system" : "host"
  return {
    seed,
    options: { ...loopOptions(random, clock), ...(stall === undefined ? {} : { stall_diagnostics: stall }) },
    hosts,
    column,
    clock,
    temper: random.named({ diligent: 5, stubborn: 3, liar: 2, erratic: 3, talker: 1 }),
    faults: random.pick([0, 0.05, 0.15, 0.35]),
    bulky: random.chance(0.06),
    interruptions: interruptionsOf(random),
    readers: Array.from(
      {
        length: random.weighted([
          [5, 0],
          [4, 1],
          [1, 3],
        ] as const),
      },
      () => random.pick<ReaderKind>(["late", "slow", "breaking", "throwing"]),
    ),
  }
}

function stallOptions(column: Plan["column"], random: Random): LoopStallOptions | undefined {
  if (column === "absent") return undefined
  if (column === "off") return { repair_aware: false }
  const chosen = knobs
    .filter(({ name, value }) => value.type !== "host" && name !== "repair_aware" && name !== "enabled")
    .map((knob) => [
      knob.name,
      knob[column === "mixed" ? random.pick(["base", "recommended"] as const) : column],
    ])
  const entries: Record<string, unknown> = Object.fromEntries(chosen)
  return {
    ...entries,
    repair_aware: true,
    ...(random.chance(0.3) ? { include_arguments: true } : {}),
    ...(random.chance(0.3) ? { zero_write_terminal_verify: true } : {}),
    ...(random.chance(0.4) ? { post_edit_reverify: true } : {}),
  }
}

function hostsOf(random: Random, needs_proof: boolean): Omit<Hosts, "terminal_callback"> {
  return {
    verify_completion: needs_proof
      ? "function"
      : random.weighted([
          [5, "function"],
          [1, "judge"],
          [3, null],
        ] as const),
    verify_completion_judge: random.chance(0.15),
    done_judge: random.weighted([
      [8, null],
      [1, "always"],
      [1, "stalled"],
    ] as const),
    post_turn_callback: random.chance(0.25),
    loop_control: random.chance(0.2),
    signals: random.chance(0.2),
  }
}

function loopOptions(random: Random, clock: Plan["clock"]): Partial<AgentLoopOptions> {
  const some = <T>(probability: number, make: () => T): T | undefined =>
    random.chance(probability) ? make() : undefined
  const options = {
    ...budgets(random),
    system_prompt: some(0.5, () => "You repair code."),
    checks: some(0.4, () => ["npm test"]),
    loop_until_done: some(0.5, () => true),
    done_sentinel: random.weighted([
      [4, undefined],
      [2, "##DONE##"],
      [1, null],
    ] as const),
    max_nudges: some(0.5, () => random.int(0, 3)),
    require_successful_tools: some(0.15, () => ["run_check"]),
    stop_after_successful_tools: some(0.1, () => ["finish"]),
    transport_retry:
      clock === "system"
        ? { max_attempts: random.int(1, 3), base_delay_ms: 0, max_delay_ms: 0 }
        : some(0.5, () => ({ max_attempts: random.int(1, 4), base_delay_ms: random.pick([0, 100, 5000]) })),
    consecutive_failures: some(0.4, () => ({
      max: random.int(1, 3),
      paused_for_ms: clock === "system" ? 0 : random.pick([0, 2000]),
    })),
    max_verify_attempts: some(0.6, () => random.int(0, 4)),
    max_verify_unable: some(0.6, () => random.int(1, 3)),
    final_wrapup: some(0.4, () => random.chance(0.5)),
    max_concurrent_tools: some(0.4, () => random.int(1, 3)),
    tool_timeout_ms: random.pick([500, 20_000]),
    event_content: some(0.2, () => true),
    event_buffer: some(0.4, () => 40),
  }
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

function budgets(random: Random): Partial<AgentLoopOptions> {
  const limits = random.weighted<Partial<AgentLoopOptions>>([
    [5, { max_iterations: random.int(1, 12) }],
    [2, { iteration_budget: { mode: "adaptive", initial: random.int(1, 4), max: random.int(4, 10) } }],
    [1, { iteration_budget: { mode: "fixed", initial: 3, max: 8 }, max_iterations: random.int(3, 8) }],
  ])
  return {
    ...limits,
    ...(random.chance(0.15) ? { token_budget: random.int(200, 4000) } : {}),
    ...(random.chance(0.1) ? { total_cost_usd: random.int(1, 30) / 100 } : {}),
    ...(random.chance(0.2) ? { wall_clock_ms: random.pick([200, 5000, 60_000]) } : {}),
  }
}

function interruptionsOf(random: Random): readonly Interruption[] {
  const count = random.weighted([
    [2, 0],
    [6, 1],
    [2, 2],
    [1, 4],
  ] as const)
  return Array.from({ length: count }, () => ({
    kind: random.named({
      crash_before_record: 6,
      crash_before_effect: 2,
      crash_in_effect: 2,
      crash_after_effect: 2,
      abort: 3,
      suspend: 2,
      journal_failure: 1,
    }),
    at: random.int(0, 999) / 1000,
  }))
}
