import { describeValue, InvalidOptionError, thrownMessage } from "@proofloop/foundation/errors"
import { readSwitch, systemClock, withDeadline } from "@proofloop/foundation/process"
import { cutCodePoints } from "@proofloop/foundation/text"
import type { AgentLoopOptions, RepairAwareFlag } from "./options.ts"

/** Longest wait for a host's flag, in milliseconds. */
const LONGEST_WAIT_MS = 2000

const OPTION = "stall_diagnostics.repair_aware"

type Environment = Readonly<Record<string, string | undefined>>

type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

export interface RepairAwareContext {
  readonly env: Environment
  /** Bounds the wait for the host's function; real time by default, since the function does real work. */
  readonly clock_sleep?: Sleep | undefined
}

export interface RepairAwareOutcome {
  readonly repair_aware: boolean
  /** What decided: the caller (a boolean or function), a variable, or the default (off). */
  readonly source: "call" | "environment" | "default"
  /** Why the host's function was not followed; the loop reports it as `host_callback_error`. */
  readonly error?: string
}

/** The flag as the host gave it, in either of its two places. */
export function repairAwareFlag({ stall_diagnostics }: AgentLoopOptions): RepairAwareFlag | null | undefined {
  if (typeof stall_diagnostics !== "object" || stall_diagnostics === null) return undefined
  return stall_diagnostics.repair_aware ?? stall_diagnostics.repair_diagnostics?.repair_aware
}

/**
 * The flag as the boolean a run starts with; asks at most once. Off: a variable that is not set, and a function that
 * throws, rejects, takes longer than 2 s or returns something else. Rejects with InvalidOptionError on any other
 * value.
 */
export async function resolveRepairAware(
  flag: RepairAwareFlag | null | undefined,
  context: RepairAwareContext,
): Promise<RepairAwareOutcome> {
  if (flag === undefined || flag === null) return { repair_aware: false, source: "default" }
  if (typeof flag === "boolean") return { repair_aware: flag, source: "call" }
  if (typeof flag === "function") return askHost(flag, context.clock_sleep ?? sleep)
  const on = readSwitch(variableName(flag), context.env)
  return on === undefined
    ? { repair_aware: false, source: "default" }
    : { repair_aware: on, source: "environment" }
}

function variableName(flag: unknown): string {
  if (typeof flag === "object" && flag !== null && "env" in flag) {
    if (typeof flag.env === "string" && flag.env.trim() !== "") return flag.env
    throw new InvalidOptionError({
      option: `${OPTION}.env`,
      expected: "the name of a variable",
      got: flag.env,
    })
  }
  throw new InvalidOptionError({
    option: OPTION,
    expected: "a boolean, { env: NAME } or a function",
    got: flag,
  })
}

async function askHost(ask: () => unknown, pause: Sleep): Promise<RepairAwareOutcome> {
  const too_late = new Error("too late")
  try {
    const answer = ask()
    if (typeof answer === "boolean") return { repair_aware: answer, source: "call" }
    const deadline = { time_ms: LONGEST_WAIT_MS, sleep: pause, late: () => too_late }
    const settled = await withDeadline(deadline, () => answer)
    if (typeof settled === "boolean") return { repair_aware: settled, source: "call" }
    return off(`expected a boolean, got ${describeValue(settled)}`)
  } catch (thrown) {
    if (thrown === too_late) return off(`no answer within ${LONGEST_WAIT_MS} ms`)
    return off(`threw ${describeThrown(thrown)}`)
  }
}

const sleep: Sleep = (ms, signal) => systemClock.sleep(ms, signal)

function off(reason: string): RepairAwareOutcome {
  return {
    repair_aware: false,
    source: "default",
    error: `${OPTION} stays off, the host's function: ${reason}`,
  }
}

function describeThrown(thrown: unknown): string {
  return cutCodePoints(thrown instanceof Error ? thrownMessage(thrown) : describeValue(thrown), 300)
}
