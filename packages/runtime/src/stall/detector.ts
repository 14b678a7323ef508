import { InvalidOptionError, refuseUnknownNames } from "@proofloop/foundation/errors"
import { isRecord } from "@proofloop/foundation/text"
import { normaliseCommand } from "../evidence/command/normalise_command.ts"
import { isOutputParser } from "../evidence/parsers/host_parser.ts"
import type { OutputParser } from "../evidence/parsers/parser.ts"
import { parsersWith } from "../evidence/parsers/registry.ts"
import { readField, readFields } from "../evidence/read_field.ts"
import type { CurrentFailure } from "../protocol/failure.ts"
import type { DeclaredAnnotations } from "../protocol/tool.ts"
import type { Verdict } from "../protocol/verdict.ts"
import type { StallWarning, Unjudged } from "../protocol/warning.ts"
import { acceptedRemovals } from "./accepted_removals.ts"
import { checkTools } from "./annotations.ts"
import { callName } from "./calls.ts"
import { noteOtherChange } from "./changed.ts"
import { parseStallConfig, type StallOptions } from "./config.ts"
import { currentFailure } from "./current_failure.ts"
import type { Step } from "./escalation.ts"
import type { EvidenceContext } from "./evidence_context.ts"
import { clearFailures } from "./fold.ts"
import { knobs } from "./knobs.ts"
import { deniesExtension } from "./net_progress.ts"
import type { Signals } from "./patterns/pattern.ts"
import { type Proposal, proposeTurn } from "./propose.ts"
import { checkedState } from "./read_state.ts"
import { type Settlement, type SettleOutcome, settleTurn } from "./settle.ts"
import type { SettledResult } from "./settled_result.ts"
import type { StallConfig } from "./stall_config.ts"
import { startRowsOver } from "./start_rows_over.ts"
import { type DetectorState, type Draft, type Evidence, INITIAL_STATE } from "./state.ts"
import { unjudgedOf } from "./unjudged.ts"
import { takeVerdict, type VerdictOrigin } from "./verdict.ts"
import { noteWrite } from "./work.ts"

/** What `createDetector` takes. */
export interface DetectorOptions {
  /** The knobs; see the knob table. Default: absent, hence disabled. */
  readonly stall_diagnostics?: StallOptions | boolean | null | undefined
  /** Annotations of tools by name. Undeclared tools follow `undeclared_role`. Default: none declared. */
  readonly tools?: Readonly<Record<string, DeclaredAnnotations>> | undefined
  /** Absolute paths below it are written relative to it before hashing. Default: they stay absolute. */
  readonly workspace_root?: string | undefined
  /** The commands that verify, for `undeclared_role: "infer"`. Default: none listed, the usual runners are known. */
  readonly checks?: readonly string[] | undefined
  /**
   * Names of the packages the project declares. When one of them is missing, the environment is at fault, not the
   * code. Default: none known.
   */
  readonly declared_dependencies?: readonly string[] | undefined
  /**
   * Ids of tests, as reports name them, whose removal or renaming the host or a person accepts. A pass may lack them
   * although they had failed, and the proof then names them. At most 1,000; default none.
   * @requirement loop.proof.removed
   */
  readonly accepted_removals?: readonly string[] | undefined
  /** Output parsers asked before the built-in ones. Default: none. */
  readonly parsers?: readonly OutputParser[] | undefined
}

/** What one step says. */
export interface DetectorStep {
  /** The state to give to the next call. */
  readonly state: DetectorState
  /** Patterns that fired in this step. */
  readonly warnings: readonly StallWarning[]
  /** Text for the model, already within the feedback budget. */
  readonly feedback?: string | undefined
  /** End the run here; a hard stop at `propose` means: dispatch nothing. */
  readonly hard_stop: boolean
  /** The turn edited on top of a live failure: run the configured verification before going on. */
  readonly reverify_mandated: boolean
  /** What is failing; absent when nothing is. */
  readonly current_failure?: CurrentFailure | undefined
  /** At `settle`: each result as it was read, in call order; also with the detector disabled. */
  readonly results: readonly SettledResult[]
}

export interface VerdictStep extends DetectorStep {
  /** A verdict that says pass or fail as it was read; also with the detector disabled. */
  readonly evidence: Evidence | null
}

const UNCHANGED = { warnings: [], hard_stop: false, reverify_mandated: false } as const

/** A whole turn at once, for hosts that see nothing between reply and results. */
export interface Turn extends Proposal, Settlement {
  /** What the host says of this turn. Default: nothing. */
  readonly signals?: Signals | undefined
}

/**
 * The stall detector: pure functions over a plain, bounded JSON state. Each throws InvalidOptionError on a malformed state,
 * naming the field, and for no other input.
 */
export interface Detector {
  /** Every knob with its value. */
  readonly config: StallConfig
  /** The state before the first turn. */
  readonly initial_state: DetectorState
  /** After the model's reply, before dispatch. */
  propose(state: DetectorState, proposal: Proposal): DetectorStep
  /** After dispatch; also for turns without calls, with no results. */
  settle(state: DetectorState, settlement: Settlement): DetectorStep
  /** After a verification the host ran on its own or on `reverify_mandated`. */
  verdict(state: DetectorState, verdict: Verdict, origin?: VerdictOrigin): VerdictStep
  /** Something was written outside a settled turn: an earlier proof does not cover the new files. */
  written(state: DetectorState): DetectorState
  /** Both halves of a turn; needs `fold: "same_turn"`. Throws InvalidOptionError otherwise. */
  observe(state: DetectorState, turn: Turn): DetectorStep
  /** The run ended in success: nothing is failing any more. */
  clear(state: DetectorState): DetectorState
  /** The user asked for something new: counts of actions and words start over, failures stay. */
  renew(state: DetectorState): DetectorState
  /** The failure that stands now; undefined when nothing fails, and with `repair_aware` off. */
  currentFailure(state: DetectorState): CurrentFailure | undefined
  /** What could not be read, once 20 calls have not judged the work; for the host, who can declare it. */
  unjudged(state: DetectorState): Unjudged | undefined
  /** Whether an adaptive budget must not be extended, because nothing moves. */
  deniesExtension(state: DetectorState, has_progress_signal: boolean): boolean
}

export const DETECTOR_OPTION_NAMES: readonly string[] = [
  "stall_diagnostics",
  "tools",
  "workspace_root",
  "checks",
  "declared_dependencies",
  "accepted_removals",
  "parsers",
]

/** Tells where a knob belongs that was given as an option of the detector. */
export const innerOptionNames: Readonly<Record<string, readonly string[]>> = {
  stall_diagnostics: knobs.map(({ name }) => name),
}

/** Makes a detector; throws InvalidOptionError naming the option on misuse. No model, no tools, no clock, no effects. */
export function createDetector(options: DetectorOptions = {}): Detector {
  checkShapes(options)
  refuseUnknownNames("createDetector", options, DETECTOR_OPTION_NAMES, innerOptionNames)
  const config = parseStallConfig(options.stall_diagnostics)
  const tools = new Map(Object.entries(options.tools ?? {}))
  const context: EvidenceContext = {
    workspace_root: options.workspace_root,
    checks: (options.checks ?? []).map(normaliseCommand),
    declared_dependencies: options.declared_dependencies,
    accepted_removals: acceptedRemovals(options.accepted_removals),
    parsers: parsersWith(options.parsers),
  }

  // A state that this detector made is trusted; one that comes from a file is checked.
  const own_states = new WeakSet<object>([INITIAL_STATE])
  const known = (state: DetectorState): DetectorState =>
    typeof state === "object" && state !== null && own_states.has(state) ? state : checkedState(state)

  const change = (state: DetectorState, change_draft: (draft: Draft) => void): DetectorState => {
    const draft: Draft = { ...known(state) }
    change_draft(draft)
    own_states.add(draft)
    return draft
  }
  const step = (
    state: DetectorState,
    take: (draft: Draft, turn: Step) => SettleOutcome | void,
  ): DetectorStep => {
    const turn: Step = { config, warnings: [], feedback: [] }
    let outcome: SettleOutcome = { results: [], reverify_mandated: false }
    const after = change(state, (draft) => {
      outcome = take(draft, turn) ?? outcome
    })
    if (!config.enabled) return { ...UNCHANGED, state: after, results: outcome.results }
    const failure = currentFailure(after)
    return {
      state: after,
      warnings: turn.warnings,
      ...(turn.feedback.length > 0 ? { feedback: turn.feedback.join("\n\n") } : {}),
      hard_stop: after.hard_stop,
      ...outcome,
      ...(failure ? { current_failure: failure } : {}),
    }
  }

  const propose: Detector["propose"] = (state, proposal) =>
    step(state, (draft, turn) => {
      draft.turn += 1
      if (config.enabled)
        proposeTurn(draft, readProposal(proposal), (call) => tools.get(callName(call)), turn)
    })
  const settle: Detector["settle"] = (state, settlement) =>
    step(state, (draft, turn) =>
      settleTurn(draft, readSettlement(settlement), { declared: (name) => tools.get(name), context }, turn),
    )

  return {
    config,
    initial_state: INITIAL_STATE,
    propose,
    settle,
    verdict(state, given, origin = {}) {
      const verdict = readFields(given, VERDICT_FIELDS) as unknown as Verdict
      let evidence: Evidence | null = null
      const stepped = step(state, (draft, turn) => {
        evidence = takeVerdict(draft, verdict, { origin, context, step: turn })
      })
      return { ...stepped, evidence }
    },
    written: (state) =>
      change(state, (draft) => {
        noteWrite(draft, true)
        if (config.enabled && config.repair_aware) noteOtherChange(draft)
      }),
    observe(state, turn) {
      if (config.fold !== "same_turn") {
        const option = "stall_diagnostics.fold"
        throw new InvalidOptionError({ option, expected: '"same_turn" for observe()', got: config.fold })
      }
      // The turn is complete: its signals count once, when it is settled.
      const proposed = propose(state, { ...readProposal(turn), signals: undefined })
      const settled = settle(proposed.state, turn)
      const feedback = [proposed.feedback, settled.feedback].filter((text) => text !== undefined)
      return {
        ...settled,
        warnings: [...proposed.warnings, ...settled.warnings],
        ...(feedback.length > 0 ? { feedback: feedback.join("\n\n") } : {}),
        hard_stop: proposed.hard_stop || settled.hard_stop,
      }
    },
    clear: (state) =>
      change(state, (draft) => {
        if (config.enabled && config.repair_aware) clearFailures(draft)
      }),
    renew: (state) =>
      change(state, (draft) => {
        if (config.enabled) startRowsOver(draft)
      }),
    currentFailure: (state) => currentFailure(known(state)),
    unjudged: (state) => unjudgedOf(known(state)),
    deniesExtension: (state, has_progress_signal) =>
      deniesExtension(known(state), config, has_progress_signal),
  }
}

const PROPOSAL_FIELDS = "tool_calls text provider_stop_reason had_parse_errors solicited usage".split(" ")
const SIGNAL_FIELDS = ["progress_signal", "remediation_delivered", "action_signal"]
const VERDICT_FIELDS =
  "status evidence reason check_id output output_cut diagnostics tests_run exit_code timed_out accepted_removals".split(
    " ",
  )

/** A host may pass a model's reply as it came: a field that throws when read counts as absent. */
function readProposal(given: unknown): Proposal {
  const signals = readFields(readField(given, "signals"), SIGNAL_FIELDS)
  return { ...readFields(given, PROPOSAL_FIELDS), signals } as unknown as Proposal
}

function readSettlement(given: unknown): Settlement {
  const signals = readFields(readField(given, "signals"), SIGNAL_FIELDS)
  const { results, workspace_sha256 } = readFields(given, ["results", "workspace_sha256"])
  return {
    results: Array.isArray(results) ? results : [],
    workspace_sha256: typeof workspace_sha256 === "string" ? workspace_sha256 : undefined,
    signals,
  }
}

const LISTS_OF_TEXTS = [
  ["checks", "a list of commands"],
  ["declared_dependencies", "a list of package names"],
  ["accepted_removals", "a list of ids of tests"],
] as const

function checkShapes(options: DetectorOptions): void {
  const wrong = (option: string, expected: string, got: unknown): InvalidOptionError =>
    new InvalidOptionError({ option: `createDetector${option}`, expected, got })
  if (!isRecord(options)) throw wrong("", "a record of options", options)
  for (const [name, expected] of LISTS_OF_TEXTS) {
    const list: unknown = options[name]
    if (list !== undefined && !(Array.isArray(list) && list.every((item) => typeof item === "string")))
      throw wrong(`.${name}`, expected, list)
  }
  const { parsers, tools, workspace_root } = options
  if (parsers !== undefined && !Array.isArray(parsers)) throw wrong(".parsers", "a list of parsers", parsers)
  const at = parsers?.findIndex((parser) => !isOutputParser(parser)) ?? -1
  if (at !== -1) {
    const expected = "a name, recognises(), parse(), marks as texts or none, commands as a RegExp or none"
    throw wrong(`.parsers[${at}]`, expected, parsers?.[at])
  }
  checkTools("createDetector.tools", tools)
  if (workspace_root !== undefined && typeof workspace_root !== "string")
    throw wrong(".workspace_root", "a path", workspace_root)
}
