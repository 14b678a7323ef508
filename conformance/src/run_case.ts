import { thrownMessage } from "@proofloop/foundation/errors"
import { type Case, type Suite, suiteOf } from "./case.ts"
import { withColumn } from "./columns.ts"
import { driveConfig } from "./drive_config.ts"
import { driveDetector } from "./drive_detector.ts"
import { driveGolden } from "./drive_golden.ts"
import { driveLoop } from "./drive_loop.ts"
import type { Implementation } from "./implementation.ts"

export interface CaseOutcome {
  readonly id: string
  readonly requirement: string
  readonly suite: Suite
  readonly status: "passed" | "failed" | "skipped"
  /** Why it failed or was skipped. */
  readonly message?: string
  /** Milliseconds. */
  readonly duration: number
}

/** Plays one case against an implementation. Never rejects: whatever goes wrong is a failed case with a message. */
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
    const message = await drive(implementation, withColumn(played))
    return message === null ? outcome("passed") : outcome("failed", message)
  } catch (error) {
    return outcome("failed", thrownMessage(error))
  }
}

async function drive(implementation: Implementation, played: Case): Promise<string | null> {
  switch (played.kind) {
    case "detector":
      return driveDetector(implementation, played)
    case "config":
      return driveConfig(implementation, played)
    case "loop":
      return driveLoop(implementation, played)
    case "golden":
      return driveGolden(implementation, played)
  }
}
