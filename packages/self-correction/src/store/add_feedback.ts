import { randomBytes } from "node:crypto"
import { nameOption } from "@proofloop/foundation/errors"
import { type Feedback, type NewFeedback, SEVERITIES } from "../feedback/feedback.ts"
import { asFeedback, type FeedbackRow, findRow, insertRow } from "./feedback_rows.ts"
import { appendNote, NO_NOTES } from "./history.ts"
import type { OpenStore } from "./open_store_state.ts"
import { idOption, objectOption, textOption } from "./options.ts"
import { StoreError } from "./store_error.ts"

export async function addFeedback(store: OpenStore, feedback: NewFeedback): Promise<Feedback> {
  const { connection } = store
  const row = readNewFeedback(feedback, store.timestamp())
  const { id, received_at: at } = row
  return connection.transaction("write", () => {
    if (findRow(connection, id) !== null) {
      throw new StoreError("exists", `there is a feedback ${id} already`, { feedback_id: id })
    }
    insertRow(connection, row)
    const note = JSON.stringify({ from_handle: row.from_handle, severity: row.severity })
    appendNote(connection, id, NO_NOTES, { at, kind: "received", transition: null, note })
    return asFeedback(row)
  })
}

const KEYS = ["id", "body", "severity", "from_handle", "channel", "context_url", "success_criterion"] as const

const MAX_BODY = 65_536
const MAX_NAME = 128
const MAX_URL = 2048
const MAX_CRITERION = 4096

/** A new row, in state `pending`. Throws InvalidOptionError naming what is wrong. */
function readNewFeedback(feedback: unknown, received_at: string): FeedbackRow {
  const given = objectOption("feedback", feedback, KEYS)
  return {
    id: given["id"] === undefined ? `fb-${randomBytes(6).toString("hex")}` : idOption("id", given["id"]),
    received_at,
    from_handle: textOption("from_handle", given["from_handle"], MAX_NAME),
    channel: textOption("channel", given["channel"] ?? "cli", MAX_NAME),
    severity: nameOption("severity", given["severity"], SEVERITIES),
    body: textOption("body", given["body"], MAX_BODY),
    context_url: optionalText("context_url", given["context_url"], MAX_URL),
    success_criterion: optionalText("success_criterion", given["success_criterion"], MAX_CRITERION),
    state: "pending",
    fix_class: null,
    root_cause: null,
    fix_pr_url: null,
    regression_test_path: null,
    attempts: 0,
    refinement_round: 0,
    failed_in: null,
    error: null,
    work: "{}",
    updated_at: received_at,
  }
}

function optionalText(option: string, value: unknown, most: number): string | null {
  return value === undefined || value === null ? null : textOption(option, value, most)
}
