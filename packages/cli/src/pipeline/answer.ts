import type { ApprovalAnswer } from "@proofloop/jobs"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { userName } from "../jobs/user_name.ts"
import { requireRun } from "./require_run.ts"
import { withFoundRuns } from "./store.ts"

/** `pipeline approve`: lets a plan go on, or sends it back. */
export async function approvePlan(input: Input, io: Io): Promise<number> {
  const refine = input.text("refine")
  if (refine?.trim() === "") throw new Misuse("--refine needs what is to be changed")
  return answer(
    input,
    io,
    refine === undefined ? { answer: "approved" } : { answer: "refine", reply: refine },
  )
}

/** `pipeline reject`: turns a plan down. */
export async function rejectPlan(input: Input, io: Io): Promise<number> {
  const reason = input.text("reason")?.trim() ?? ""
  if (reason === "") throw new Misuse("pipeline reject needs --reason TEXT")
  return answer(input, io, { answer: "rejected", reply: reason })
}

async function answer(
  input: Input,
  io: Io,
  given: { readonly answer: ApprovalAnswer; readonly reply?: string },
): Promise<number> {
  const [id = ""] = input.positionals
  return withFoundRuns(input, io, async ({ store }) => {
    const { state } = await requireRun(store, id)
    if (state !== "awaiting-approval") throw new Misuse(`${id} is ${state}: no plan waits for an answer`)
    const approval = await store.answer(id, { ...given, by: input.text("by") ?? userName() })
    const told = given.answer === "refine" ? "sent back" : given.answer
    io.stdout.write(
      input.json
        ? `${JSON.stringify(approval)}\n`
        : `${id}: ${told}; npx proofloop pipeline resume ${id} takes it up\n`,
    )
    return EXIT_CODES.clean
  })
}
