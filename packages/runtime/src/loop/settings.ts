import { InvalidOptionError } from "@proofloop/foundation/errors"
import { normaliseCommand } from "../evidence/command/normalise_command.ts"
import type { RunSettings } from "../machines/settings.ts"
import type { StallOptions } from "../stall/config.ts"
import { createDetector, type Detector } from "../stall/detector.ts"
import type { Signals } from "../stall/patterns/pattern.ts"
import type { StallConfig } from "../stall/stall_config.ts"
import type { AgentLoopOptions, LoopStallOptions } from "./options.ts"
import { createRedactor } from "./redactor.ts"
import type { ToolBox } from "./tool_box.ts"
import { commandLine } from "./verify_command.ts"

const DEFAULT_ITERATIONS = 50
const SENTINEL = "##DONE##"

/** The options of one run as the machines read them. Throws InvalidOptionError where options contradict each other. */
export function resolveSettings(options: AgentLoopOptions, box: ToolBox, repair_aware: boolean): RunSettings {
  const has_tools = box.definitions.length > 0
  const loop_until_done = options.loop_until_done ?? false
  const detector = createLoopDetector(options, repair_aware)
  const signals = signalsOf(options, detector.config)
  const settings: RunSettings = {
    detector,
    tool_names: box.definitions.map((tool) => tool.name),
    loop_until_done,
    done_sentinel:
      options.done_sentinel === undefined
        ? loop_until_done && has_tools
          ? null
          : SENTINEL
        : options.done_sentinel,
    max_nudges: options.max_nudges ?? 8,
    require_successful_tools: options.require_successful_tools ?? [],
    stop_after_successful_tools: options.stop_after_successful_tools ?? [],
    budget: resolveBudget(options),
    token_budget: options.token_budget ?? null,
    total_cost_usd: options.total_cost_usd ?? null,
    wall_clock_ms: options.wall_clock_ms ?? null,
    transport_retry: {
      max_attempts: options.transport_retry?.max_attempts ?? 3,
      base_delay_ms: options.transport_retry?.base_delay_ms ?? 500,
      max_delay_ms: options.transport_retry?.max_delay_ms ?? 30_000,
    },
    consecutive_failures: resolveBreaker(options),
    verify_completion: verifierSource(options),
    completion_judge: resolveCompletionJudge(options),
    done_judge: resolveDoneJudge(options),
    max_verify_attempts: options.max_verify_attempts ?? 20,
    max_verify_unable: options.max_verify_unable ?? 3,
    post_turn_callback: options.post_turn_callback !== undefined,
    loop_control: options.loop_control !== undefined,
    terminal_callback: options.terminal_callback !== undefined,
    signals,
    final_wrapup: options.final_wrapup ?? true,
    event_content: options.event_content ?? false,
    redact: createRedactor(options.redact),
  }
  requireSomethingThatVerifies(options, settings, box)
  return settings
}

/** Commands known to verify: the host's checks and the command of verify_completion. */
export function knownChecks({ checks = [], verify_completion }: AgentLoopOptions): readonly string[] {
  const all = typeof verify_completion === "object" ? [...checks, commandLine(verify_completion)] : checks
  return all.map(normaliseCommand)
}

/** The host functions of `stall_diagnostics` that are set and have something to feed: all but action_signal are repair knobs. */
function signalsOf(options: AgentLoopOptions, config: StallConfig): readonly (keyof Signals)[] {
  const given = options.stall_diagnostics
  if (typeof given !== "object" || given === null) return []
  return SIGNAL_NAMES.filter((name) => {
    const callback = given[name]
    if (callback === undefined || callback === null) return false
    if (typeof callback === "function")
      return config.enabled && (config.repair_aware || name === "action_signal")
    throw new InvalidOptionError({
      option: `stall_diagnostics.${name}`,
      expected: "a function",
      got: callback,
    })
  })
}

const SIGNAL_NAMES = ["progress_signal", "remediation_delivered", "action_signal"] as const

function createLoopDetector(options: AgentLoopOptions, repair_aware: boolean): Detector {
  return createDetector({
    stall_diagnostics: plainStallOptions(options.stall_diagnostics, repair_aware),
    parsers: options.parsers,
    workspace_root: options.workspace_root,
    checks: knownChecks(options),
    declared_dependencies: options.declared_dependencies,
    accepted_removals: options.accepted_removals,
  })
}

/** The knobs alone: the flag is resolved, the host's functions stay with the loop. */
function plainStallOptions(
  given: LoopStallOptions | boolean | null | undefined,
  repair_aware: boolean,
): StallOptions | boolean | null | undefined {
  if (typeof given !== "object" || given === null) return given
  // Keep a list as it is, so that the detector refuses it by name.
  if (Array.isArray(given)) return given as unknown as StallOptions
  const { progress_signal: _p, remediation_delivered: _r, action_signal: _a, ...knobs } = given
  const nested = knobs.repair_diagnostics
  const decided = given.repair_aware ?? nested?.repair_aware
  return { ...knobs, repair_aware: decided === undefined || decided === null ? undefined : repair_aware }
}

function resolveBudget(options: AgentLoopOptions): RunSettings["budget"] {
  const { iteration_budget, max_iterations } = options
  const given = typeof iteration_budget === "string" ? { mode: iteration_budget } : (iteration_budget ?? {})
  const mode = given.mode ?? "fixed"
  const adaptive = mode === "adaptive"
  const largest = given.max ?? (adaptive ? 16 : DEFAULT_ITERATIONS)
  // Beside a budget, such as a preset's, max_iterations is a cap; the smaller number counts.
  const max =
    max_iterations === undefined
      ? largest
      : given.max === undefined && !adaptive
        ? max_iterations
        : Math.min(largest, max_iterations)
  const start = given.initial ?? (adaptive ? Math.max(1, Math.floor(largest / 4)) : max)
  const initial = max_iterations === undefined ? start : Math.min(start, max)
  if (initial > max) {
    const option = "createAgentLoop.iteration_budget.initial"
    throw new InvalidOptionError({ option, expected: `at most max (${max})`, got: initial })
  }
  return { mode, initial, max, extend_by: given.extend_by ?? (adaptive ? 2 : 0) }
}

function resolveBreaker({ consecutive_failures }: AgentLoopOptions): RunSettings["consecutive_failures"] {
  if (consecutive_failures === undefined) return null
  const { max, kinds, paused_for_ms } = consecutive_failures
  return {
    max,
    kinds: kinds ?? ["transient", "rate_limit", "provider_5xx"],
    paused_for_ms: paused_for_ms ?? 0,
  }
}

function verifierSource({ verify_completion }: AgentLoopOptions): RunSettings["verify_completion"] {
  if (verify_completion === undefined) return null
  if (typeof verify_completion !== "function") return "command"
  return "source" in verify_completion && verify_completion.source === "judge" ? "judge" : "function"
}

function resolveCompletionJudge({
  verify_completion_judge,
}: AgentLoopOptions): RunSettings["completion_judge"] {
  if (verify_completion_judge === undefined || verify_completion_judge === false) return null
  const given = verify_completion_judge === true ? {} : verify_completion_judge
  return { max_invocations: given.max_invocations ?? 5 }
}

function resolveDoneJudge({ done_judge }: AgentLoopOptions): RunSettings["done_judge"] {
  if (done_judge === undefined || done_judge === null || done_judge === false) return null
  const given = done_judge === true ? {} : done_judge
  return {
    when: given.cadence?.when ?? "always",
    every: given.cadence?.every ?? 1,
    min_iterations_before_first: given.cadence?.min_iterations_before_first ?? 0,
    max_invocations: given.cadence?.max_invocations ?? given.max_invocations ?? 0,
  }
}

/** With `require_verified`, a run that nothing can verify could only end unverified: it is refused before it starts. */
function requireSomethingThatVerifies(options: AgentLoopOptions, settings: RunSettings, box: ToolBox): void {
  const { config } = settings.detector
  if (!config.enabled || !config.require_verified) return
  if (settings.verify_completion === "command" || settings.verify_completion === "function") return
  const declared = box.tools.some(
    ({ annotations }) => typeof annotations === "function" || annotations?.evidence_role === "verification",
  )
  if (declared || (options.checks ?? []).length > 0) return
  throw new InvalidOptionError({
    option: "createAgentLoop.verify_completion",
    expected:
      'something that can verify the work, because stall_diagnostics.require_verified is on: add verify_completion: { command: "npm test" }, or declare a tool with evidence_role: "verification"',
    got: options.verify_completion,
  })
}
