import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import type { RowSource } from "@proofloop/cockpit"
import { isPostgresUrl } from "@proofloop/jobs"
import { openRunStore } from "@proofloop/pipeline"
import { openFeedbackStore } from "@proofloop/self-correction"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { givenStore, mayHaveStore, passwordOf, withoutPassword } from "../jobs/store_place.ts"
import { defaultStore } from "../pipeline/own_command.ts"
import { readStateFolder } from "../pipeline/store.ts"
import { stateFolder } from "../verdicts/state_folder.ts"
import { feedbackSource } from "./feedback/feedback_source.ts"
import { openedStore } from "./opened_store.ts"
import { runSource } from "./runs/run_source.ts"

export interface OpenedSources {
  readonly sources: readonly RowSource[]
  /** What the page is about. */
  readonly title: string
  /** For processes: on their command lines, which every user can read, URLs have no password. */
  readonly password: string | null
  close(): Promise<void>
}

/** The runs of --state, and the feedback of --feedback or of the current folder. Throws Misuse. */
export function openSources(input: Input, io: Io): OpenedSources {
  const state_dir = readStateFolder(input, io)
  const path = givenStore(input, io) ?? defaultStore(state_dir)
  if (input.isArgument("store") && !mayHaveStore(path)) throw new Misuse(`--store: there is no file ${path}`)
  const runs = openedStore(path, openRunStore)
  const files = feedbackPlaces(input, io)
  const stores = files.map((file) => openedStore(file, openFeedbackStore))
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
    async close() {
      for (const store of [runs, ...stores]) await store.close()
    },
  }
}

function feedbackPlaces(input: Input, io: Io): readonly string[] {
  const given = input.texts("feedback").map((one) => (isPostgresUrl(one) ? one : resolve(io.cwd, one)))
  for (const one of given) if (!mayHaveStore(one)) throw new Misuse(`--feedback: there is no file ${one}`)
  const own = join(stateFolder(io.cwd), "feedback.db")
  return given.length > 0 ? given : existsSync(own) ? [own] : []
}
