import { oneLine } from "@proofloop/foundation/text"
import { verifyByCommand } from "@proofloop/runtime"
import type { ConsensusOutcome } from "@proofloop/verifier"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { plainLines } from "../terminal/text.ts"

/** What somebody says of a change, and why. */
export interface Decided {
  readonly outcome: ConsensusOutcome
  readonly reason: string
}

/** The command of --verify; null without one. Throws Misuse. */
export function readCommand(input: Input): string | null {
  const command = input.text("verify")?.trim()
  if (command === undefined) return null
  if (command === "") throw new Misuse("--verify needs a command")
  if (input.text("head") !== undefined) {
    throw new Misuse("--verify runs in the work tree, and --head judges a commit: leave one of them out")
  }
  return command
}

/** Runs the tests of a change: a failure stops it and is shown on stderr, a command that proves nothing escalates. */
export async function runTests(command: string, root: string, io: Io, signal: AbortSignal): Promise<Decided> {
  const verdict = await verifyByCommand({ command, cwd: root }, root, signal)
  if (verdict.status === "pass") return { outcome: "PASS", reason: `${command} passes` }
  if (verdict.status === "unable") {
    return { outcome: "ESCALATE", reason: `${command} proves nothing: ${oneLine(verdict.reason)}` }
  }
  if (!signal.aborted) io.stderr.write(`${plainLines(verdict.evidence).trimEnd()}\n`)
  return { outcome: "HARD-STOP", reason: `${command} fails` }
}

const order = ["PASS", "ESCALATE", "HARD-STOP"] as const

/** The one that lets less through; the first of two that are alike. */
export function stricter(one: Decided, other: Decided): Decided {
  return order.indexOf(other.outcome) > order.indexOf(one.outcome) ? other : one
}
