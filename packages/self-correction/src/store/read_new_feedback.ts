import { randomBytes } from "node:crypto"
import { severities } from "../feedback/feedback.ts"
import type { FeedbackRow } from "./feedback_rows.ts"
import { idOption, nameOption, objectOption, textOption } from "./options.ts"

const keys = ["id", "body", "severity", "from_handle", "channel", "context_url", "success_criterion"] as const

const MAX_BODY = 65_536
const MAX_NAME = 128
const MAX_URL = 2048
const MAX_CRITERION = 4096

/** A new row, in state `pending`. Throws InvalidOptionError naming what is wrong. */
export function readNewFeedback(feedback: unknown, received_at: string): FeedbackRow {
  const given = objectOption("feedback", feedback, keys)
  return {
    id: given["id"] === undefined ? `fb-${randomBytes(6).toString("hex")}` : idOption("id", given["id"]),
    received_at,
    from_handle: textOption("from_handle", given["from_handle"], MAX_NAME),
    channel: textOption("channel", given["channel"] ?? "cli", MAX_NAME),
    severity: nameOption("severity", given["severity"], severities),
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
