import { type JsonObject, cutCodePoints } from "@proofloop/foundation/text"
import { feedbackText, MAX_FEEDBACK } from "../critics/feedback.ts"
import type { CriticResult, FailedResult } from "../critics/run_critics.ts"
import { manifestScope } from "../critics/scope/manifest_scope.ts"
import type { Violation } from "../critics/verdict.ts"
import type { PatchError } from "../workspace/patch/patch_error.ts"

/** Why an attempt was not accepted: a critic failed, the patcher refused, or the reply could not be read. */
export interface Rejection {
  /** Id of the critic, or "patcher", or "reply". */
  readonly source: string
  /** For a heading: "G7 Top-level preservation". */
  readonly rejected_by: string
  /** "Syntax check". */
  readonly check_name: string
  /** The first path at fault; empty when there is none. */
  readonly path: string
  /** What is wrong, in one sentence. */
  readonly message: string
  /** For the model, at most 1500 characters. */
  readonly feedback: string
  /** Everything the critic objects to; empty for the patcher and the reply. */
  readonly violations: readonly Violation[]
  /** Without subtask_id, attempt and phase. */
  readonly event: JsonObject & {
    readonly type: string
  }
}

export function criticRejection({ critic, verdict }: FailedResult): Rejection {
  const [first] = verdict.violations
  return {
    source: critic.id,
    rejected_by: `${critic.id} ${critic.title}`,
    check_name: critic.check_name,
    path: first?.path ?? "",
    message: first?.message ?? "",
    feedback: feedbackText(critic, verdict),
    violations: verdict.violations,
    event: { type: critic.event.type, ...critic.event.fields(verdict) },
  }
}

/** The rejection of a change with endless tests, where that counts as a failure. */
export function timeoutRejection({ critic, verdict }: CriticResult): Rejection {
  const message = verdict.status === "unable" ? verdict.reason : ""
  return {
    source: critic.id,
    rejected_by: `${critic.id} ${critic.title}`,
    check_name: critic.check_name,
    path: "",
    message,
    feedback: cutCodePoints(`${critic.check_name}:\n- ${message}\n${critic.advice}`, MAX_FEEDBACK),
    violations: [],
    event: { type: critic.event.type, error: cutCodePoints(message, 300) },
  }
}

/** A refusal of the patcher is fed back like any other failure. @requirement critics.gate */
export function patchRejection({ kind, path, message }: PatchError): Rejection {
  const is_manifest = kind === "build_manifest"
  const check_name = is_manifest ? manifestScope.check_name : "Patch check"
  const advice = is_manifest
    ? manifestScope.advice
    : "None of the patches was written. Send the whole set again without what was refused, or with it put right."
  const error = cutCodePoints(message, 300)
  return {
    source: is_manifest ? manifestScope.id : "patcher",
    rejected_by: is_manifest ? `${manifestScope.id} ${manifestScope.title}` : "the patcher",
    check_name,
    path,
    message,
    feedback: cutCodePoints(`${check_name}:\n- ${cutCodePoints(message, 600)}\n${advice}`, MAX_FEEDBACK),
    violations: [],
    event: {
      type: is_manifest ? manifestScope.event.type : "critic_patcher.fail",
      path: cutCodePoints(path, 300),
      ...(is_manifest ? {} : { kind }),
      error,
    },
  }
}

export function replyRejection(message: string): Rejection {
  const advice = "Answer with one JSON object in the shape that was asked for, and nothing around it."
  return {
    source: "reply",
    rejected_by: "the reader of your reply",
    check_name: "Reply check",
    path: "",
    message,
    feedback: cutCodePoints(`Reply check:\n- ${cutCodePoints(message, 600)}\n${advice}`, MAX_FEEDBACK),
    violations: [],
    event: { type: "critic_reply.fail", error: cutCodePoints(message, 300) },
  }
}

/** Longest error in the state of a plan. */
const MAX_STATE_ERROR = 200

/** "Syntax check failed after 2 attempt(s) on a.toml. Last error: ...", at most 200 characters. */
export function terminalError({ check_name, path, message }: Rejection, attempts: number): string {
  const where = path === "" ? "" : ` on ${cutCodePoints(path, 80)}`
  const name = check_name.endsWith("check") ? check_name : `${check_name} check`
  return stateError(`${name} failed after ${attempts} attempt(s)${where}. Last error: ${message}`)
}

/** On one line, at most 200 characters. */
export function stateError(error: string): string {
  return cutCodePoints(error.replaceAll(/\s+/g, " ").trim(), MAX_STATE_ERROR)
}
