import { homedir } from "node:os"
import { join, resolve } from "node:path"
import {
  InvalidOptionError,
  nameOption,
  numberOption,
  refuseUnknownNames,
} from "@proofloop/foundation/errors"
import { type Clock, systemClock } from "@proofloop/foundation/process"
import type { JsonObject } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import type { ObservationLedger } from "@proofloop/stdlib"
import type { OpensRows } from "../engines/row_engine.ts"
import type { Forge } from "../forge/forge.ts"
import { DRAFT_CHOICES, type DraftChoice } from "../forge/open_pull.ts"
import { type CiKnobs, ciKnobs } from "./ci/ci_knobs.ts"
import type { RunStore } from "./run_store.ts"
import type { StepName } from "./states.ts"
import type { TreeOptions } from "./tree/place.ts"

/** The models by role; `model` stands for unnamed roles. */
export const MODEL_ROLES = ["planner", "worker", "reviewer", "fixer", "critic"] as const
export type ModelRole = (typeof MODEL_ROLES)[number]

/** Something that happened in a run: `pipeline.<what>`, or `ci.watch.<what>`. */
export type PipelineEvent = JsonObject & {
  readonly type: string
  readonly run_id: string
}

export interface PipelineLimits {
  /** Open pull requests of runs in one repository that are not stale. Default 3. */
  readonly max_open_pulls?: number | undefined
  /** Input plus output tokens of one run. Default 5 000 000. */
  readonly max_tokens?: number | undefined
  /** US dollars of one run, where the models' prices are known. Default: none. */
  readonly max_usd?: number | undefined
  /** US dollars of all runs of a store in one day (UTC). Default: none. */
  readonly max_usd_a_day?: number | undefined
  /** Input plus output tokens of all runs of a store in one day (UTC). Default: none. */
  readonly max_tokens_a_day?: number | undefined
  /** Milliseconds of work of all runs of a store in one day (UTC). Default: none. */
  readonly max_work_ms_a_day?: number | undefined
  /** Milliseconds of work of one run; waiting for CI, people or a merge does not count. Default 3 600 000. */
  readonly max_work_ms?: number | undefined
  /** Turns of the loop for one subtask. Default 40. */
  readonly max_turns?: number | undefined
}

export interface WorkOptions extends TreeOptions {
  /** The model of every part that `models` does not name. */
  readonly model: Model
  /** Models of parts, by the part. Default: `model`. */
  readonly models?: Partial<Readonly<Record<ModelRole, Model>>> | undefined
  /** Each reads the pull request like the reviewer, and shared findings are told once. Default: the reviewer alone. */
  readonly reviewers?: readonly Model[] | undefined
  /** The command that judges the repository. Default: by its manifests. */
  readonly check?: string | undefined
  /** Milliseconds for one run of the check. Default 600 000. */
  readonly check_timeout_ms?: number | undefined
  /** Limits of runs in time, tokens, money and pull requests. */
  readonly limits?: PipelineLimits | undefined
  readonly ci?: Partial<CiKnobs> | undefined
  /** Default "auto". */
  readonly draft?: DraftChoice | undefined
  /** The name of a sign-off: "Ann <ann@example.org>". Needed for the switch `sign_off`. */
  readonly signer?: string | undefined
  /**
   * Authors that may instruct in reviews although the forge gives them no such role, such as a bot. Whole names,
   * ignoring case: GitHub calls a bot "name[bot]" in comments and reviews, and "name" in threads. Default none.
   */
  readonly trusted_authors?: readonly string[] | undefined
  /** Milliseconds for one answer of a model. Default 600 000. */
  readonly model_timeout_ms?: number | undefined
  /** Failed tries of one step before the run fails. Default 3. */
  readonly max_attempts?: number | undefined
  /** Outcomes of earlier runs. Default: `observations.jsonl` in `state_dir`. */
  readonly ledger?: ObservationLedger | undefined
  /** A folder with prompts of the same names as the package's. */
  readonly prompt_dir?: string | undefined
  /** Awaited before and after each step. A throw ends the drive like a crash. */
  readonly on_step?:
    | ((step: StepName, at: "before" | "after", run_id: string) => void | Promise<void>)
    | undefined
  /** The clock that waits go by. Default: the clock of the system. */
  readonly clock?: Clock | undefined
  /** Milliseconds since 1970. Default the system's. */
  readonly now?: (() => number) | undefined
}

/** What work on a branch needs, whether a store keeps its run or not. */
export interface BranchOptions extends WorkOptions {
  readonly forge: Forge
  /** Folder of clones, the ledger and the `stop` file. Default: `.proofloop/pipeline` in the home folder. */
  readonly state_dir?: string | undefined
  /** What it throws is ignored. */
  readonly on_event?: ((event: PipelineEvent) => void) | undefined
}

export interface PipelineOptions extends BranchOptions {
  readonly store: RunStore
  /** Moves the runs that `drive` gets, such as `workRows` of `@proofloop/jobs/dbos`. Default: this process itself. */
  readonly engine?: OpensRows | undefined
}

/** Limits with their defaults; null: none. */
export type LimitValues = {
  readonly [Name in keyof PipelineLimits]-?: Name extends "max_usd" | `${string}_a_day`
    ? number | null
    : number
}

export interface PipelineSettings extends Omit<PipelineOptions, "limits" | "models" | "ci" | "reviewers"> {
  readonly state_dir: string
  readonly check_timeout_ms: number
  readonly model_timeout_ms: number
  readonly max_attempts: number
  readonly draft: DraftChoice
  readonly ci: CiKnobs
  readonly limits: LimitValues
  readonly on_event: (event: PipelineEvent) => void
  readonly clock: Clock
  readonly now: () => number
  readonly modelFor: (role: ModelRole) => Model
  /** At least one. */
  readonly reviewers: readonly Model[]
}

/** Settings that need no store: work on a branch outside of runs. */
export type BranchSettings = Omit<PipelineSettings, "store">

const LONGEST_MS = 2 ** 31 - 1

/** Throws InvalidOptionError naming the option. */
export function pipelineSettings(options: PipelineOptions): PipelineSettings {
  return { ...branchSettings(options), store: options.store }
}

/** Throws InvalidOptionError naming the option. */
export function branchSettings(options: BranchOptions): BranchSettings {
  const { limits = {}, models = {}, model, on_event, clock = systemClock, now = Date.now } = options
  refuseUnknownNames("limits", limits, LIMIT_NAMES)
  refuseUnknownNames("models", models, MODEL_ROLES)
  const ms = (name: string, value: number | undefined, otherwise: number) =>
    numberOption(name, value ?? otherwise, 1, LONGEST_MS)
  const atMost = (name: "max_usd" | "max_usd_a_day" | "max_tokens_a_day" | "max_work_ms_a_day") =>
    limits[name] === undefined ? null : numberOption(`limits.${name}`, limits[name], 0, 1e15)
  const count = (name: string, value: number | undefined, otherwise: number, most: number) =>
    numberOption(`limits.${name}`, value ?? otherwise, 1, most)
  return {
    ...options,
    state_dir: resolve(options.state_dir ?? join(homedir(), ".proofloop", "pipeline")),
    check_timeout_ms: ms("check_timeout_ms", options.check_timeout_ms, 600_000),
    model_timeout_ms: ms("model_timeout_ms", options.model_timeout_ms, 600_000),
    max_attempts: numberOption("max_attempts", options.max_attempts ?? 3, 1, 100),
    draft: nameOption("draft", options.draft ?? "auto", DRAFT_CHOICES),
    ci: ciKnobs(options.ci),
    signer: signerOption(options.signer),
    limits: {
      max_open_pulls: count("max_open_pulls", limits.max_open_pulls, 3, 1000),
      max_tokens: count("max_tokens", limits.max_tokens, 5_000_000, 1e12),
      max_usd: atMost("max_usd"),
      max_usd_a_day: atMost("max_usd_a_day"),
      max_tokens_a_day: atMost("max_tokens_a_day"),
      max_work_ms_a_day: atMost("max_work_ms_a_day"),
      max_work_ms: ms("limits.max_work_ms", limits.max_work_ms, 3_600_000),
      max_turns: count("max_turns", limits.max_turns, 40, 10_000),
    },
    on_event(event) {
      try {
        on_event?.(event)
      } catch {
        // The host's own trouble.
      }
    },
    clock,
    now,
    modelFor: (role) => models[role] ?? model,
    reviewers: reviewersOption(options.reviewers) ?? [models.reviewer ?? model],
  }
}

const LIMIT_NAMES = [
  "max_open_pulls",
  "max_tokens",
  "max_usd",
  "max_usd_a_day",
  "max_tokens_a_day",
  "max_work_ms_a_day",
  "max_work_ms",
  "max_turns",
] as const satisfies readonly (keyof PipelineLimits)[]

const MOST_REVIEWERS = 5

function reviewersOption(given: readonly Model[] | undefined): readonly Model[] | null {
  if (given === undefined) return null
  if (given.length >= 1 && given.length <= MOST_REVIEWERS) return given
  throw new InvalidOptionError({
    option: "reviewers",
    expected: `one to ${MOST_REVIEWERS} models`,
    got: given.length,
  })
}

function signerOption(signer: string | undefined): string | undefined {
  if (signer === undefined || /^[^<>\r\n]{1,200} <[^<>\s]{1,200}>$/.test(signer)) return signer
  throw new InvalidOptionError({ option: "signer", expected: '"Name <address>"', got: signer })
}
