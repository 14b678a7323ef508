import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { oneLine } from "@proofloop/foundation/text"
import { openFeedbackStore } from "@proofloop/jobs/feedback"
import { isPostgresUrl, StoreError } from "@proofloop/jobs/internal"
import { openRunStore } from "@proofloop/jobs/pipeline"
import { isFolder, requireFolder } from "../arguments/folders.ts"
import type { Input } from "../arguments/verb.ts"
import type { RowSource } from "../cockpit/sources/source.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { givenStore, mayHaveStore, passwordOf, refuseMissing, withoutPassword } from "../jobs/store_place.ts"
import { defaultStore } from "../pipeline/own_command.ts"
import { readStateFolder } from "../pipeline/store.ts"
import { stateFolder } from "../verdicts/state_folder.ts"
import { feedbackSource } from "./feedback/feedback_source.ts"
import { type OpenedStore, openedStore } from "./opened_store.ts"
import { runSource } from "./runs/run_source.ts"

export interface OpenedSources {
  readonly sources: readonly RowSource[]
  readonly title: string
  /** For processes: on their command lines, which every user can read, URLs have no password. */
  readonly password: string | null
  close(): Promise<void>
}

/** The runs of --state, and the feedback of --feedback or of the current folder. Rejects with Misuse. */
export async function openSources(input: Input, io: Io): Promise<OpenedSources> {
  const state_dir = readStateFolder(input, io)
  if (input.isArgument("state")) requireFolder(state_dir, "--state")
  const path = givenStore(input, io) ?? defaultStore(state_dir)
  refuseMissing(input, path)
  const runs = openedStore(path, openRunStore)
  const files = feedbackPlaces(input, io)
  const stores = files.map((file) => openedStore(file, openFeedbackStore))
  const close = async () => {
    for (const store of [runs, ...stores]) await store.close()
  }
  try {
    if (input.isArgument("store")) await refuseOther(runs, "--store")
    if (input.isArgument("feedback")) for (const store of stores) await refuseOther(store, "--feedback")
  } catch (error) {
    await close()
    throw error
  }
  const feedback = stores.map((store, at) =>
    feedbackSource({
      name: at === 0 ? "feedback" : `feedback-${at + 1}`,
      file: files[at] ?? "",
      is_only: files.length === 1,
      store,
    }),
  )
  return {
    sources: [runSource({ state_dir, path, store: runs, env: io.env }), ...feedback],
    title: [state_dir, ...files].map(withoutPassword).join(", "),
    password: [path, ...files].map(passwordOf).find((one) => one !== null) ?? null,
    close,
  }
}

/** A file of another kind is refused at once; whatever else fails is shown on the page, and tried again. */
async function refuseOther(store: OpenedStore<unknown>, option: string): Promise<void> {
  await store.get().catch((error: unknown) => {
    if (error instanceof StoreError && error.code === "not_a_store")
      throw new Misuse(`${option}: ${oneLine(error.message)}`)
  })
}

function feedbackPlaces(input: Input, io: Io): readonly string[] {
  const given = input
    .texts("feedback")
    .map((one) => (isPostgresUrl(one) ? one : feedbackFile(resolve(io.cwd, one))))
  for (const one of given) if (!mayHaveStore(one)) throw new Misuse(`--feedback: there is no file ${one}`)
  const own = feedbackFile(io.cwd)
  return given.length > 0 ? given : existsSync(own) ? [own] : []
}

/** A folder stands for the feedback that is kept in it. */
function feedbackFile(path: string): string {
  return isFolder(path) ? join(stateFolder(path), "feedback.db") : path
}
