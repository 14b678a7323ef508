import { randomBytes } from "node:crypto"
import { InvalidOptionError, nameOption, numberOption } from "@proofloop/foundation/errors"
import { followers } from "../table/table.ts"
import { insertApprovals, selectApprovals, updateApproval } from "./approval_rows.ts"
import { refuseOthersRow } from "./claims.ts"
import { appendNote, checkedHead } from "./notes.ts"
import { inTransaction, type OpenStore } from "./open_store_state.ts"
import { objectOption, textOption } from "./options.ts"
import { requireRow } from "./rows.ts"
import { type Approval, APPROVAL_ANSWERS, type JobKind, type JobStore } from "./store.ts"
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
  const approval: Approval = {
    id: `ap-${randomBytes(6).toString("hex")}`,
    row_id: id,
    round: numberOption("round", round, 0, store.kind.max_rounds),
    body: textOption("body", body, MAX_BODY),
    posted_at: store.timestamp(),
    answer: null,
    reply: null,
    answered_by: null,
    answered_at: null,
  }
  return inTransaction(store, "write", async (within) => {
    const row = await requireRow(within, id)
    await refuseOthersRow(within, id)
    const head = await checkedHead(within, id)
    const earlier = await selectApprovals(within.sql, row)
    const same = earlier.find((known) => known.round === round)
    if (same !== undefined) return same
    const last = earlier.at(-1)
    if (last !== undefined && last.round > round) {
      throw new InvalidOptionError({ option: "round", expected: `at least ${last.round}`, got: round })
    }
    await insertApprovals(within.sql, [approval])
    const note = JSON.stringify({ approval: approval.id, round })
    await appendNote(within, id, head, { at: approval.posted_at, kind: "approval", transition: null, note })
    return approval
  })
}

export async function readApprovals(store: OpenStore, id: string): Promise<readonly Approval[]> {
  return inTransaction(store, "read", async (within) => {
    const row = await requireRow(within, id)
    await checkedHead(within, id)
    return selectApprovals(within.sql, row)
  })
}

/** An answer does no work on the row, so a claim does not delay it. */
export async function answerApproval(
  store: OpenStore,
  id: string,
  given: Parameters<JobStore["answer"]>[1],
): Promise<Approval> {
  const answered = { ...readAnswer(given), answered_at: store.timestamp() }
  return inTransaction(store, "write", async (within) => {
    const row = await requireRow(within, id)
    const head = await checkedHead(within, id)
    const open = (await selectApprovals(within.sql, row)).at(-1)
    if (open === undefined) throw noRequest(store.kind, id, "nobody asked for an approval")
    if (open.answer !== null) {
      throw noRequest(
        store.kind,
        id,
        `round ${open.round} has its answer: ${open.answer}, by ${open.answered_by ?? "nobody"}`,
      )
    }
    if (!isOpen(store.kind, row.state)) throw noRequest(store.kind, id, `it is ${row.state}`)
    const approval = { ...open, ...answered }
    await updateApproval(within.sql, approval)
    const { round, answer, reply, answered_by: by, answered_at: at } = approval
    const note = JSON.stringify({ approval: approval.id, round, answer, by, reply })
    await appendNote(within, id, head, { at, kind: "approval", transition: null, note })
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

/** A row whose plan was refused, or that has ended, takes no answer: every step leads to the end. */
function isOpen({ table }: JobKind, state: string): boolean {
  const next = followers(table)[state] ?? []
  return next.some((to) => (followers(table)[to] ?? []).length > 0)
}

function noRequest({ name }: JobKind, id: string, what: string): StoreError {
  return new StoreError("not_found", `${name} ${id} has no open request for approval: ${what}`, {
    row_id: id,
  })
}
