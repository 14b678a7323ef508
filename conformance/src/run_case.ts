import { thrownMessage } from "@proofloop/foundation/errors"
import { type Case, type Suite, suiteOf } from "./case.ts"
import { withColumn } from "./columns.ts"
import { driveDetector } from "./drive_detector.ts"
import { driveLoop } from "./drive_loop.ts"
import type { ForgedCase } from "./forged/case.ts"
import { driveForged, type LeftOut } from "./forged/drive.ts"
import type { Implementation } from "./implementation.ts"
import { difference } from "./match.ts"

export interface CaseOutcome {
  /** The case, by its path. */
  readonly id: string
  /** The requirement that the case holds. */
  readonly requirement: string
  /** The suite the case is in. */
  readonly suite: Suite
  /** How it ended. */
  readonly status: "passed" | "failed" | "skipped"
  /** Why it failed or was skipped. */
  readonly message?: string
  /** Milliseconds. */
  readonly duration: number
}

/** Plays one case against an implementation. Never rejects: any error is a failed case with a message. */
export async function runCase(implementation: Implementation, played: Case): Promise<CaseOutcome> {
  const started = performance.now()
  const outcome = (status: CaseOutcome["status"], message?: string): CaseOutcome => ({
    id: played.id,
    requirement: played.requirement,
    suite: suiteOf(played),
    status,
    ...(message === undefined ? {} : { message }),
    duration: performance.now() - started,
  })
  if (!implementation.capabilities.includes(played.kind)) {
    return outcome("skipped", `${implementation.name} does not do ${played.kind} cases`)
  }
  try {
    const found = await drive(implementation, withColumn(played))
    if (found === null) return outcome("passed")
    return typeof found === "string" ? outcome("failed", found) : outcome("skipped", found.left_out)
  } catch (error) {
    return outcome("failed", thrownMessage(error))
  }
}

async function drive(implementation: Implementation, played: Case): Promise<string | null | LeftOut> {
  switch (played.kind) {
    case "detector":
      return driveDetector(implementation, played)
    case "config":
      return driveConfig(implementation, played)
    case "loop":
      return driveLoop(implementation, played)
    case "golden":
      return driveGolden(implementation, played)
    case "forged":
      return driveForged(implementation, played as ForgedCase)
  }
}

/** Asks the case's subject and compares the answer. */
async function driveGolden(implementation: Implementation, played: Case): Promise<string | null> {
  const { subject = "", input = {} } = played
  const reply = await implementation.request({ type: "judge", subject, input })
  if (reply.error) return `refused ${reply.error.option}: ${reply.error.message}`
  return difference(played.expect, reply.answer, "answer")
}

/** Gives a case's options to the implementation: they are refused as the case says, or resolve to its values. */
async function driveConfig(implementation: Implementation, played: Case): Promise<string | null> {
  const reply = await implementation.request({ type: "start", options: played.options, tools: played.tools })
  if (!played.error) {
    if (reply.error) return `refused ${reply.error.option}: ${reply.error.message}`
    return difference(played.resolved ?? {}, reply.config, "resolved")
  }
  if (!reply.error) return `expected ${played.error.option} to be refused, but the options were accepted`
  const { option, contains = [] } = played.error
  return difference({ option, message: { contains } }, reply.error, "error")
}
