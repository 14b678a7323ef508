import { thrownMessage } from "@proofloop/foundation/errors"
import { cutCodePoints } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import { type Asked, askJson } from "../gate/ask_json.ts"
import type { Gate } from "../gate/gate.ts"
import { devilReply, type ReviewFinding } from "./finding.ts"
import { tellFindings } from "./panel.ts"
import { devilMessages } from "./prompts.ts"
import { qaSection } from "./qa/pr_section.ts"
import type { QaResult } from "./qa/result.ts"
import { runQa } from "./qa/run_qa.ts"
import { refineChange, type Refinement } from "./refiner.ts"
import { readChangedFiles, runMaterial } from "./run_material.ts"

export interface ReviewRunOptions {
  readonly gate: Gate
  readonly base: string
  /** The purpose of the run: the title of its first task. */
  readonly title: string
  /** Off by default. The models that refine and that decide whether the refinement stays; default: the devil's model. */
  readonly devil?:
    | {
        readonly model: Model
        /** Repairs what was flagged. Default: `model`. */
        readonly refiner?: Model | undefined
        /** Decides whether the refinement stays. Default: `model`. */
        readonly meta?: Model | undefined
      }
    | undefined
  /** Off by default, and independent of the devil. */
  readonly qa?:
    | {
        readonly questioner: Model
        readonly defender: Model
        /** Whether the defender's patches are applied. Default false. */
        readonly apply?: boolean | undefined
      }
    | undefined
  /** Aborts the review. Default: none. */
  readonly signal?: AbortSignal | undefined
}

export interface RunReview {
  /** What the devil found; empty when it is off. */
  readonly findings: readonly ReviewFinding[]
  readonly refinement: Refinement
  /** null: it did not run. */
  readonly qa: QaResult | null
  /** For the end of the pull request's body; "" when there is nothing to say. */
  readonly pr_section: string
}

/** The phases after the last subtask, each with its own switch. Never rejects. @requirement critics.refiner, critics.qa */
export async function reviewRun(options: ReviewRunOptions): Promise<RunReview> {
  const { gate, base, title, devil, qa, signal } = options
  const asked: Asked = { emit: gate.emit, env: gate.env, signal }
  let findings: readonly ReviewFinding[] = []
  let refinement: Refinement = { status: "not_needed" }
  try {
    if (devil !== undefined) {
      const { diff } = await runMaterial(gate.root, base)
      const asked_devil = { ...asked, role: "devil" }
      findings = (await askJson(devil.model, devilMessages(title, diff), devilReply, asked_devil)).findings
      tellFindings(["critic_devil.finding", "critic_devil.review.end"], findings, asked.emit)
      const { refiner = devil.model, meta = devil.model } = devil
      refinement = await refineChange({ gate, refiner, meta, findings, diff }, asked)
    }
  } catch (error) {
    asked.emit({ type: "critic_devil.crashed", error: cutCodePoints(thrownMessage(error), 300) })
  }
  const answered = qa === undefined ? null : await question(options, qa, asked)
  return { findings, refinement, qa: answered, pr_section: qaSection(answered) }
}

async function question(
  { gate, base, title }: ReviewRunOptions,
  { questioner, defender, apply = false }: NonNullable<ReviewRunOptions["qa"]>,
  asked: Asked,
): Promise<QaResult> {
  try {
    const { diff, paths } = await runMaterial(gate.root, base)
    const files = await readChangedFiles(gate.root, paths.slice(0, 100))
    return await runQa(
      { questioner, defender, material: { title, diff, files }, apply: apply ? gate : null },
      asked,
    )
  } catch (error) {
    const reason = thrownMessage(error)
    asked.emit({ type: "critic_qa.crashed", error: cutCodePoints(reason, 300) })
    return { crashed: reason, questions: [], answers: [], flips: 0, revised: { status: "none" } }
  }
}
