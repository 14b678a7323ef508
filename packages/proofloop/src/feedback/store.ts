import { join } from "node:path"
import { type FeedbackStore, openFeedbackStore } from "@proofloop/jobs/feedback"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { givenStore, mayHaveStore, refuseMissing } from "../jobs/store_place.ts"
import { withStoreTrouble } from "../jobs/store_trouble.ts"
import { readRoot } from "../run/work.ts"
import type { FlagNames } from "../verdicts/flag_names.ts"
import { makeStateFolder, stateFolder } from "../verdicts/state_folder.ts"

type Work = (store: FeedbackStore, root: string) => Promise<number>

/** Does something with the store that the flags name, made if missing. Resolves to the exit code; throws Misuse. */
export async function withStore(input: Input, io: Io, work: Work): Promise<number> {
  const root = readRoot(input, io)
  return guarded(input, io, async () => {
    if (input.text("store") === undefined) await makeStateFolder(root)
    return useStore(storePath(input, io, root), root, work)
  })
}

/** The same with an existing store; without one, `nothing` is done and no file made. Default: there is no such ID. */
export async function withFoundStore(
  input: Input,
  io: Io,
  work: Work,
  nothing: () => number | Promise<number> = () => noFeedback(input.positionals[0] ?? ""),
): Promise<number> {
  const root = readRoot(input, io)
  const path = storePath(input, io, root)
  refuseMissing(input, path)
  return guarded(input, io, async () => (mayHaveStore(path) ? useStore(path, root, work) : nothing()))
}

/** Without a store no feedback has any id. */
function noFeedback(id: string): never {
  throw new Misuse(`there is no feedback ${JSON.stringify(id)}: nothing was added here`)
}

function storePath(input: Input, io: Io, root: string): string {
  return givenStore(input, io) ?? join(stateFolder(root), "feedback.db")
}

async function useStore(path: string, root: string, work: Work): Promise<number> {
  const store = await openFeedbackStore(path)
  try {
    return await work(store, root)
  } finally {
    await store.close()
  }
}

async function guarded(input: Input, io: Io, work: () => Promise<number>): Promise<number> {
  return withStoreTrouble({ input, io, flags: FEEDBACK_FLAGS }, work)
}

const FEEDBACK_FLAGS: FlagNames = {
  root: { flag: "--repo" },
  body: { flag: "TEXT" },
  context_url: { flag: "--on" },
  from_handle: { flag: "--from" },
  success_criterion: { flag: "--criterion" },
  base: { flag: "--base", hint: "Name the branch that pull requests go to: --base next" },
  repository: { flag: "--forge", hint: "Give github:OWNER/NAME or the folder of a bare repository" },
  limit: { flag: "--limit" },
  contract: { flag: "--contract" },
}
