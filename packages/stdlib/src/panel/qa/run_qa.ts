import { thrownMessage } from "@proofloop/foundation/errors"
import { cutCodePoints } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import { type Asked, askJson } from "../../gate/ask_json.ts"
import type { Gate } from "../../gate/gate.ts"
import { type CheckedAnswers, checkEvidence } from "./evidence.ts"
import {
  defenderMessages,
  MAX_QA_FILES,
  type QaMaterial,
  questionerMessages,
  roundTripMessages,
} from "./prompts.ts"
import { answersReply, type QaQuestion, questionsReply, type RevisedPatch } from "./reply.ts"
import { countVerdicts, type QaResult, type RevisedOutcome } from "./result.ts"

export interface QaOptions {
  readonly questioner: Model
  /** Answers for the change: the model of the worker. */
  readonly defender: Model
  readonly material: QaMaterial
  /** The gate that applies revised patches. null: they are only proposed. */
  readonly apply: Pick<Gate, "submit"> | null
}

interface Defence extends CheckedAnswers {
  readonly patches: readonly RevisedPatch[]
}

/** Asks three questions about a change, checks the answers and applies their patches. Never rejects. @requirement critics.qa */
export async function runQa(options: QaOptions, asked: Asked): Promise<QaResult> {
  try {
    return await questionAndDefend(options, asked)
  } catch (error) {
    const reason = thrownMessage(error)
    asked.emit({ type: "critic_qa.crashed", error: cutCodePoints(reason, 300) })
    return { ...NO_ANSWERS, crashed: reason }
  }
}

const NO_ANSWERS: QaResult = {
  crashed: null,
  questions: [],
  answers: [],
  flips: 0,
  revised: { status: "none" },
}

async function questionAndDefend(options: QaOptions, asked: Asked): Promise<QaResult> {
  const { material, apply } = options
  const questions = await askQuestions(options, asked)
  if (questions === null) return NO_ANSWERS
  const messages = defenderMessages(material, questions)
  const first = await defend(options, messages, asked)
  asked.emit({ type: "critic_qa.answers", ...toldDefence(first) })
  const wants_more = apply !== null && first.flips > 0 && first.patches.length === 0
  const last = wants_more ? await roundTrip(options, questions, first, asked) : first
  const { answers, flips, patches } = last
  const revised = await applyRevision(apply, patches, asked)
  return { crashed: null, questions, answers, flips, revised }
}

async function askQuestions(
  { questioner, material }: QaOptions,
  asked: Asked,
): Promise<readonly QaQuestion[] | null> {
  try {
    const { questions } = await askJson(questioner, questionerMessages(material), questionsReply, {
      ...asked,
      role: "questioner",
    })
    return questions
  } catch (error) {
    asked.emit({ type: "critic_qa.questioner_failed", error: cutCodePoints(thrownMessage(error), 300) })
    return null
  }
}

async function defend(
  { defender, material }: QaOptions,
  messages: ReturnType<typeof defenderMessages>,
  asked: Asked,
): Promise<Defence> {
  const reply = await askJson(defender, messages, answersReply, { ...asked, role: "defender" })
  const supplied = material.files.slice(0, MAX_QA_FILES)
  return { ...checkEvidence(reply.answers, supplied), patches: reply.revised_patches }
}

/** The first answers stand when there are no second ones. */
async function roundTrip(
  options: QaOptions,
  questions: readonly QaQuestion[],
  first: Defence,
  asked: Asked,
): Promise<Defence> {
  asked.emit({ type: "critic_qa.round_trip.start", flips: first.flips })
  try {
    const messages = roundTripMessages(options.material, questions, first.answers)
    const second = await defend(options, messages, asked)
    asked.emit({ type: "critic_qa.round_trip.end", ...toldDefence(second) })
    return second
  } catch (error) {
    asked.emit({ type: "critic_qa.round_trip_failed", error: cutCodePoints(thrownMessage(error), 300) })
    return first
  }
}

function toldDefence({ answers, patches }: Defence) {
  return { ...countVerdicts(answers), revised_proposed: patches.length > 0 }
}

/** Applies the defender's patches through the gate, with every manifest closed. @requirement critics.qa */
async function applyRevision(
  gate: Pick<Gate, "submit"> | null,
  patches: readonly RevisedPatch[],
  { emit, signal }: Asked,
): Promise<RevisedOutcome> {
  if (patches.length === 0) return { status: "none" }
  if (gate === null) return { status: "proposed" }
  const outcome = await gate.submit(
    { id: "qa", title: "close the gap that the questions found" },
    () => ({ patches, commit_message: "critic(qa): close the gap that the questions found" }),
    { phase: "qa", attempts: 1, allowed_manifests: [], signal },
  )
  if (outcome.status === "accepted") {
    emit({ type: "critic_qa.revised_kept", commit: outcome.commit })
    return { status: "kept", commit: outcome.commit }
  }
  const reason = cutCodePoints(outcome.status === "failed" ? outcome.error : "aborted", 200)
  emit({ type: "critic_qa.revised_reverted", reason })
  return { status: "reverted", reason }
}
