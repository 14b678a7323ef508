import type { Approval, ApprovalAnswer } from "@proofloop/jobs/internal"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { userName } from "../console/user_name.ts"

export interface PlanAnswer {
  readonly answer: ApprovalAnswer
  readonly reply?: string
}

/** What `approve` says: the plan goes on, or with --refine back. Throws Misuse. */
export function readApproval(input: Input): PlanAnswer {
  const refine = input.text("refine")
  if (refine === undefined) return { answer: "approved" }
  if (refine.trim() === "") throw new Misuse("--refine needs what is to be changed")
  return { answer: "refine", reply: refine }
}

/** The --reason that an action needs. Throws Misuse. */
export function requireReason(input: Input, action: string): string {
  const reason = input.text("reason")?.trim() ?? ""
  if (reason === "") throw new Misuse(`${action} needs --reason TEXT`)
  return reason
}

/** Answers the waiting plan of the ID, and says that the command `next` goes on. Resolves to the exit code. */
export async function answerPlan(
  store: {
    answer(id: string, given: PlanAnswer & { readonly by: string }): Promise<Approval>
  },
  given: PlanAnswer,
  { input, io, next }: { readonly input: Input; readonly io: Io; readonly next: string },
): Promise<number> {
  const [id = ""] = input.positionals
  const approval = await store.answer(id, { ...given, by: input.text("by") ?? userName() })
  const told = given.answer === "refine" ? "sent back" : given.answer
  io.stdout.write(input.json ? `${JSON.stringify(approval)}\n` : `${id}: ${told}; go on with: ${next}\n`)
  return EXIT_CODES.clean
}

/** The request for approval of the newest round; null: nobody asked. */
export async function newestApproval(
  store: { approvals(id: string): Promise<readonly Approval[]> },
  id: string,
): Promise<Approval | null> {
  return (await store.approvals(id)).toSorted((one, other) => other.round - one.round)[0] ?? null
}
