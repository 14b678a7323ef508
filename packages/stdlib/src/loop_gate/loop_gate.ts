import { realpathSync } from "node:fs"
import { openCheckpoint } from "@proofloop/foundation/git"
import type { Runner } from "@proofloop/foundation/sandbox"
import type { Tool, Verdict, VerifyFunction, CheckVerdict } from "@proofloop/runtime"
import type { OutputParser } from "@proofloop/runtime/detector"
import {
  type VerifyAnswer,
  verifyByCommand,
  type VerifyCommand,
  type VerifyPayload,
} from "@proofloop/runtime/internal"
import { feedbackText } from "../critics/feedback.ts"
import { measureBaselines } from "../critics/measure_baselines.ts"
import type { PlacedCritic } from "../critics/placement.ts"
import { type FailedResult, runCritics, type CriticResult } from "../critics/run_critics.ts"
import { type CriticSwitches, resolveCritics, type SelectedCritic } from "../critics/select.ts"
import { readSwitch } from "../critics/switches.ts"
import { holdBaselines } from "../gate/baselines.ts"
import type { Baselines } from "../repository/facts.ts"
import { workTreeFacts } from "../repository/work_tree_facts.ts"
import { createEditTurns } from "../workspace/edit_turns.ts"
import { PatchError } from "../workspace/patch/patch_error.ts"
import { gatedTool } from "./gated_tool.ts"

export interface LoopGateOptions {
  readonly root: string
  /** The check of the work itself, run when no critic objects. Critics alone prove nothing. */
  readonly verify_completion: VerifyCommand | VerifyFunction
  /** Switches and options by id, over the defaults of the gate; `G8` is off unless asked for here. */
  readonly critics?: CriticSwitches | undefined
  readonly custom?: readonly PlacedCritic[] | undefined
  /** Default: process.env. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Build manifests the task may change, as paths relative to the root. Default none. */
  readonly allowed_manifests?: readonly string[] | undefined
  /** Told of each edit that was refused or undone, by critic id or the patcher's kind. A throw is ignored. */
  readonly on_rejected?:
    | ((rejection: {
        readonly by: string
        /** The file at fault, relative to the root. */
        readonly path: string
      }) => void)
    | undefined
  /** Where G8 and the build check run the project's tests and builds. Default: with the rights of this process. */
  readonly runner?: Runner | undefined
  /** Read what builds, tests and the check print, before the built-in parsers. Default: the built-in ones alone. */
  readonly parsers?: readonly OutputParser[] | undefined
  /** Ends what is measured before the run. */
  readonly signal?: AbortSignal | undefined
}

export interface LoopGate {
  /** The tools with their edits judged one by one. */
  tools(tools: readonly Tool[]): readonly Tool[]
  /** For `createAgentLoop`: every critic over what changed since the last accepted checkpoint, then the host's check. */
  readonly verify_completion: VerifyFunction
}

/**
 * Critics for a run of the loop (docs/gate.md): those of one file judge each edit, all of them each
 * checkpoint, shell writes included. It reverts no accepted work and makes no commits. Baselines of build, tests and
 * scanners are measured here, before the first edit. Rejects with InvalidOptionError for bad options, with GitError
 * outside a repository.
 */
export async function createLoopGate(options: LoopGateOptions): Promise<LoopGate> {
  const root = realpathSync(options.root)
  const { allowed_manifests = [], verify_completion, env = process.env, runner, parsers } = options
  const critics = selectedFor(options, env)
  const baselines = holdBaselines((signal) =>
    measureBaselines({ root, env, critics, runner, parsers }, signal),
  )
  await baselines.ready(options.signal ?? never)
  options.signal?.throwIfAborted()
  // Remains of a build or of tests exist before the run, so they are not its change.
  const checkpoint = await openCheckpoint(root)
  const per_edit = critics.filter(({ critic }) => critic.scope === "file" && critic.needs === "nothing")
  const gate = {
    root,
    critics: per_edit,
    paths: { denied: () => null, allowed_manifests },
    on_rejected: tellRejected(options),
    turns: createEditTurns(),
  }
  return {
    tools: (tools) => tools.map((tool) => gatedTool(tool, gate)),
    async verify_completion(payload, context) {
      // A stopped edit does not undo what a checkpoint has seen.
      await gate.turns.pass(context.signal, { may_write: true })
      const change = await checkpoint.change()
      const measured: Baselines[] = []
      const facts = {
        ...workTreeFacts(root, change, {
          baselines: await baselines.ready(context.signal),
          runner,
          parsers,
        }),
        on_measured: (what: Baselines) => measured.push(what),
      }
      const results = await runCritics(critics, change, facts, { ...context, stop: "first_failure" })
      const checks = results.map(checkVerdict)
      const failing = checks.find(({ status }) => status === "fail")
      if (failing !== undefined) return { ...failing, checks: checks.filter((check) => check !== failing) }
      const verdict = verdictOf(await runHostCheck({ verify_completion, root, parsers }, payload, context))
      if (verdict.status === "pass") {
        checkpoint.accept(change)
        baselines.moveTo(Object.assign({}, ...measured) as Baselines)
      }
      return { ...verdict, checks: [...checks, ...(verdict.checks ?? [])] }
    },
  }
}

const never = new AbortController().signal

/** The gate's critics, except that a rename may take several edits, and G8: `verify_completion` runs the tests. */
function selectedFor(
  { critics = {}, custom, allowed_manifests = [] }: LoopGateOptions,
  env: Readonly<Record<string, string | undefined>>,
): readonly SelectedCritic[] {
  const names_g8 =
    readSwitch("G8", env) === true || Object.keys(critics).some((id) => id.toLowerCase() === "g8")
  const selected = resolveCritics({
    critics: names_g8 ? critics : { ...critics, G8: false },
    custom,
    env,
    phase: "gate",
  })
  return selected.map(({ critic, options }) => ({
    critic,
    options: {
      ...(critic.id === "G1" ? { allowed_manifests: [...allowed_manifests] } : {}),
      ...options,
    },
  }))
}

/** The refusals of an edit tool; a host's listener cannot make it fail. */
function tellRejected({ on_rejected }: LoopGateOptions): (failed: FailedResult | PatchError) => void {
  return (failed) => {
    const rejection =
      failed instanceof PatchError
        ? { by: failed.kind, path: failed.path }
        : { by: failed.critic.id, path: failed.verdict.violations[0]?.path ?? "" }
    try {
      on_rejected?.(rejection)
    } catch {
      // A host's listener must not affect an edit.
    }
  }
}

/** The short forms of an answer as verdicts; the loop reads the rest. */
function verdictOf(answer: VerifyAnswer): Verdict {
  if (answer === true || answer === null || answer === "") return { status: "pass" }
  if (answer === false) return { status: "fail", evidence: "" }
  return typeof answer === "string" ? { status: "fail", evidence: answer } : answer
}

async function runHostCheck(
  {
    verify_completion: check,
    root,
    parsers,
  }: Pick<LoopGateOptions, "verify_completion" | "root" | "parsers">,
  payload: VerifyPayload,
  context: { readonly signal: AbortSignal },
): Promise<VerifyAnswer> {
  if (typeof check === "function") return check(payload, context)
  return verifyByCommand(check, root, context.signal, { parsers })
}

/** A critic's verdict as the verdict of a separate check, `critic:G7`. */
function checkVerdict({ critic, verdict }: CriticResult): CheckVerdict {
  const check_id = `critic:${critic.id}`
  switch (verdict.status) {
    case "pass":
      return { status: "pass", check_id }
    case "unable":
      return { status: "unable", check_id, reason: `${critic.id}: ${verdict.reason}` }
    case "fail":
      return {
        status: "fail",
        check_id,
        evidence: feedbackText(critic, verdict),
        diagnostics: verdict.violations.slice(0, 100).map(({ path, line, rule, message }) => ({
          check_id,
          kind: "lint",
          code: `${critic.id}/${rule}`,
          message,
          location: { path, ...(line === undefined ? {} : { line }) },
        })),
      }
  }
}
