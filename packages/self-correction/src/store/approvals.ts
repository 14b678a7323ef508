import { randomBytes } from "node:crypto"
import { InvalidOptionError, nameOption, numberOption } from "@proofloop/foundation/errors"
import { MAX_PLAN_REFINEMENTS } from "../feedback/feedback.ts"
import { insertApproval, selectApprovals, updateApproval } from "./approval_rows.ts"
import { refuseOthersRow } from "./claims.ts"
import { requireRow } from "./feedback_rows.ts"
import { appendNote, checkedHead } from "./history.ts"
import type { OpenStore } from "./open_store_state.ts"
import { objectOption, textOption } from "./options.ts"
import { type Approval, APPROVAL_ANSWERS, type FeedbackStore } from "./store.ts"
import { StoreError } from "./store_error.ts"

const MAX_BODY = 65_536
const MAX_REPLY = 16_384
const MAX_NAME = 128

export async function requestApproval(
  store: OpenStore,
  id: string,
  round: number,
  body: string,
): Promise<Approval> {
  const { connection } = store
  const approval: Approval = {
    id: `ap-${randomBytes(6).toString("hex")}`,
    feedback_id: id,
    round: numberOption("round", round, 0, MAX_PLAN_REFINEMENTS),
    body: textOption("body", body, MAX_BODY),
    posted_at: store.timestamp(),
    answer: null,
    reply: null,
    answered_by: null,
    answered_at: null,
  }
  return connection.transaction("write", () => {
    requireRow(connection, id)
    refuseOthersRow(store, id)
    const head = checkedHead(connection, id)
    const earlier = selectApprovals(connection, id)
    const same = earlier.find((known) => known.round === round)
    if (same !== undefined) return same
    const last = earlier.at(-1)
    if (last !== undefined && last.round > round) {
      throw new InvalidOptionError({ option: "round", expected: `at least ${last.round}`, got: round })
    }
    insertApproval(connection, approval)
    const note = JSON.stringify({ approval: approval.id, round })
    appendNote(connection, id, head, { at: approval.posted_at, kind: "approval", transition: null, note })
    return approval
  })
}

export async function readApprovals({ connection }: OpenStore, id: string): Promise<readonly Approval[]> {
  return connection.transaction("read", () => {
    requireRow(connection, id)
    checkedHead(connection, id)
    return selectApprovals(connection, id)
  })
}

/** An answer is no work on the row, so a claim does not hold it up. */
export async function answerApproval(
  store: OpenStore,
  id: string,
  given: Parameters<FeedbackStore["answer"]>[1],
): Promise<Approval> {
  const { connection } = store
  const answered = { ...readAnswer(given), answered_at: store.timestamp() }
  return connection.transaction("write", () => {
    const { state } = requireRow(connection, id)
    const head = checkedHead(connection, id)
    const open = selectApprovals(connection, id).at(-1)
    if (open === undefined) throw noRequest(id, "nobody asked for an approval")
    if (open.answer !== null) {
      throw noRequest(
        id,
        `round ${open.round} has its answer: ${open.answer}, by ${open.answered_by ?? "nobody"}`,
      )
    }
    if (state === "rejected" || state === "closed") throw noRequest(id, `it is ${state}`)
    const approval = { ...open, ...answered }
    updateApproval(connection, approval)
    const { round, answer, reply, answered_by: by, answered_at: at } = approval
    const note = JSON.stringify({ approval: approval.id, round, answer, by, reply })
    appendNote(connection, id, head, { at, kind: "approval", transition: null, note })
    return approval
  })
}

function readAnswer(given: unknown): Pick<Approval, "answer" | "reply" | "answered_by"> {
  const { answer, reply, by } = objectOption("answer", given, ["answer", "reply", "by"])
  const name = nameOption("answer", answer, APPROVAL_ANSWERS)
  if (name === "refine" && reply === undefined) {
    throw new InvalidOptionError({ option: "reply", expected: "what is to be changed", got: reply })
  }
  return {
    answer: name,
    reply: reply === undefined ? null : textOption("reply", reply, MAX_REPLY),
    answered_by: textOption("by", by, MAX_NAME),
  }
}

function noRequest(id: string, what: string): StoreError {
  return new StoreError("not_found", `feedback ${id} has no open request for approval: ${what}`, {
    feedback_id: id,
  })
}
