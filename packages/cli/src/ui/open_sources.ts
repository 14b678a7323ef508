import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import type { RowSource } from "@proofloop/cockpit"
import { openRunStore } from "@proofloop/pipeline"
import { openFeedbackStore } from "@proofloop/self-correction"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { readStateFolder } from "../pipeline/store.ts"
import { stateFolder } from "../verdicts/state_folder.ts"
import { feedbackSource } from "./feedback/feedback_source.ts"
import { openedStore } from "./opened_store.ts"
import { runSource } from "./runs/run_source.ts"

export interface OpenedSources {
  readonly sources: readonly RowSource[]
  /** What the page is about. */
  readonly title: string
  close(): Promise<void>
}

/** The runs of --state, and the feedback of --store or of the current folder. Throws Misuse. */
export function openSources(input: Input, io: Io): OpenedSources {
  const state_dir = readStateFolder(input, io)
  const runs = openedStore(join(state_dir, "runs.db"), openRunStore)
  const files = storeFiles(input, io)
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
    sources: [runSource({ state_dir, store: runs, env: io.env }), ...feedback],
    title: [state_dir, ...files].join(", "),
    async close() {
      for (const store of [runs, ...stores]) await store.close()
    },
  }
}

function storeFiles(input: Input, io: Io): readonly string[] {
  const given = input.texts("store").map((file) => resolve(io.cwd, file))
  for (const file of given) if (!existsSync(file)) throw new Misuse(`--store: there is no file ${file}`)
  const own = join(stateFolder(io.cwd), "feedback.db")
  return given.length > 0 ? given : existsSync(own) ? [own] : []
}
