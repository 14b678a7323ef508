import { join, resolve } from "node:path"
import {
  type FeedbackStore,
  openFeedbackStore,
  StoreError,
  type StoreProblem,
} from "@proofloop/stdlib/self-correction"
import type { Input } from "../arguments/verb.ts"
import { exitCodes } from "../exit_code.ts"
import type { Io } from "../io.ts"
import { Misuse } from "../misuse.ts"
import { readRoot } from "../run/work.ts"
import { stateFolder } from "../verdicts/state_folder.ts"

/** What a trouble of the store is for whoever called. */
const codes: Partial<Readonly<Record<StoreProblem, number>>> = {
  corrupt: exitCodes.findings,
  busy: exitCodes.escalate,
  io: exitCodes.escalate,
  not_claimed: exitCodes.escalate,
}

/** Does something with the store that the flags name, and closes it. Resolves to the exit code; throws Misuse. */
export async function withStore(
  input: Input,
  io: Io,
  work: (store: FeedbackStore, root: string) => Promise<number>,
): Promise<number> {
  const root = readRoot(input, io)
  const given = input.text("store")
  const path = given === undefined ? join(await stateFolder(root), "feedback.db") : resolve(io.cwd, given)
  try {
    const store = await openFeedbackStore(path)
    try {
      return await work(store, root)
    } finally {
      await store.close()
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    const code = codes[error.code]
    if (code === undefined) throw new Misuse(error.message)
    if (input.json)
      io.stdout.write(`${JSON.stringify({ error: { code: error.code, message: error.message } })}\n`)
    io.stderr.write(`proofloop: ${error.message}\n`)
    return code
  }
}
