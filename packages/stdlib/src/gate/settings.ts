import { InvalidOptionError } from "@proofloop/foundation/errors"
import { type Clock, systemClock } from "@proofloop/foundation/process"
import type { Runner } from "@proofloop/foundation/sandbox"
import type { OutputParser } from "@proofloop/runtime/detector"
import type { PlacedCritic } from "../critics/placement.ts"
import { type CriticSwitches, resolveCritics, type SelectedCritic } from "../critics/select.ts"
import type { UrlProbe } from "../repository/facts.ts"
import { type GateListener, guardedListener } from "./event.ts"
import type { Reviewer } from "./reviewer.ts"

/** The options of a gate that other gates pass on as they are. */
export interface SharedGateOptions {
  /** Switches and options of critics by id: `{ G13: false, G16: true }`. */
  readonly critics?: CriticSwitches | undefined
  /** Exactly these critics. Default: those that are on. */
  readonly only?: readonly string[] | undefined
  /** Critics of your own, each at its place. Default none. */
  readonly custom?: readonly PlacedCritic[] | undefined
  /** Ids of critics in the order they run. Default: the built-in order. */
  readonly order?: readonly string[] | undefined
  /** Default: process.env. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Ends each commit message unless it is in it. Default "[proofloop]". */
  readonly commit_tag?: string | undefined
  /** Where G8 and the build check run the project's tests and builds. Default: with the rights of this process. */
  readonly runner?: Runner | undefined
  /** Read what builds and tests print, before the built-in parsers. Default: the built-in ones alone. */
  readonly parsers?: readonly OutputParser[] | undefined
  /** How G14 looks up addresses when it may use the network. */
  readonly probe?: UrlProbe | undefined
  /** How many critics run side by side. Default 4. */
  readonly concurrency?: number | undefined
}

export interface GateOptions extends SharedGateOptions {
  /** The work tree; a git repository unless `commit` is false. */
  readonly root: string
  /** How often a change may be proposed. Default: PROOFLOOP_WORKER_BUILD_RETRIES + 1, or 2. */
  readonly attempts?: number | undefined
  /** Limit of time for one submission. Default: none. */
  readonly budgets?: GateBudgets | undefined
  /** Whether accepted changes are committed. Default true. */
  readonly commit?: boolean | undefined
  /** Called with each event of the gate. Default: none. */
  readonly on_event?: GateListener | undefined
  /** Default: real time. */
  readonly clock?: Clock | undefined
  /** Ends running work; changes that are not accepted by then are reverted. */
  readonly signal?: AbortSignal | undefined
  /** Looks at a change that passed the critics, before it is committed: the panel. */
  readonly review?: Reviewer | undefined
}

export interface GateBudgets {
  /** For one submission, the model's time included. Default: none. */
  readonly wall_clock_ms?: number | undefined
}

export interface GateSettings extends Omit<GateOptions, "on_event" | "critics"> {
  readonly critics: readonly SelectedCritic[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly attempts: number
  readonly commit: boolean
  readonly commit_tag: string
  readonly emit: GateListener
  readonly clock: Clock
}

/** Options with their defaults. Throws InvalidOptionError. */
export function gateSettings(options: GateOptions): GateSettings {
  const { env = process.env, only, custom, order, on_event, clock = systemClock } = options
  if (options.root === "")
    throw new InvalidOptionError({ option: "root", expected: "a folder", got: options.root })
  const wall_clock_ms = options.budgets?.wall_clock_ms
  if (wall_clock_ms !== undefined && !(wall_clock_ms > 0)) {
    throw new InvalidOptionError({
      option: "budgets.wall_clock_ms",
      expected: "milliseconds above 0",
      got: wall_clock_ms,
    })
  }
  return {
    ...options,
    critics: resolveCritics({ critics: options.critics, env, only, phase: "gate", custom, order }),
    env,
    attempts: attemptsOf(options.attempts, env["PROOFLOOP_WORKER_BUILD_RETRIES"]),
    commit: options.commit ?? true,
    commit_tag: options.commit_tag ?? "[proofloop]",
    emit: guardedListener(on_event),
    clock,
  }
}

/** A bad variable is refused before a run, because it would fail every subtask. */
function attemptsOf(given: number | undefined, variable: string | undefined): number {
  if (given !== undefined) {
    if (Number.isSafeInteger(given) && given >= 1) return given
    throw new InvalidOptionError({ option: "attempts", expected: "a whole number from 1", got: given })
  }
  const text = variable?.trim() ?? ""
  if (text === "") return 2
  if (/^-?\d{1,6}$/.test(text)) return Math.max(0, Number(text)) + 1
  throw new InvalidOptionError({
    option: "PROOFLOOP_WORKER_BUILD_RETRIES",
    expected: "a whole number",
    got: variable,
  })
}
