import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { scriptedModel } from "../../models/scripted.ts"
import type { Model } from "../../protocol/model.ts"
import { recordEvents } from "../../testing/recorded_events.ts"
import { loopWith, script } from "./crashed_run.fixture.ts"

let folder = ""
let file = ""
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop lost journal-"))
  file = join(folder, "a journal.jsonl")
})
afterEach(() => rm(folder, { recursive: true }))

/** What a run's own tool, or another process, may do to its journal. */
const harms: readonly (readonly [string, () => void])[] = [
  ["cut", () => truncateSync(file, 10)],
  ["emptied", () => truncateSync(file, 0)],
  ["deleted", () => rmSync(file)],
  ["moved away", () => renameSync(file, `${file}.old`)],
  ["continued by another", () => appendFileSync(file, "{}\n")],
  [
    "replaced",
    () => {
      rmSync(file)
      writeFileSync(file, "{}\n")
    },
  ],
]

// @requirement journal.lost
describe.skipIf(process.platform === "win32")(
  "a journal that somebody else harmed during the run ends it",
  () => {
    test.each(harms)("%s", async (_how, harm) => {
      let asked = 0
      const answer = scriptedModel(script)
      const model: Model = (request, call) => {
        asked += 1
        if (asked === 2) harm()
        return answer(request, call)
      }
      const result = await loopWith({ model }).run("fix it", { journal: file }).result
      expect(result).toMatchObject({
        status: "failed",
        stop_reason: "error",
        verified: false,
        error: { code: "journal_lost", message: expect.stringContaining(file) as string },
      })
      expect(asked).toBe(2)
    })

    test.each(harms)("%s before its end was recorded", async (_how, harm) => {
      let has_ended = false
      const answer = scriptedModel(script)
      const model: Model = (request, call) => {
        has_ended = request.messages.filter(({ role }) => role === "assistant").length === 3
        return answer(request, call)
      }
      const redact = (text: string): string => {
        // The result is the last thing that is redacted, when the outcome of the last call has its record.
        if (has_ended) harm()
        has_ended = false
        return text
      }
      const run = loopWith({ model, redact }).run("fix it", { journal: file })
      const events = await recordEvents(run)
      expect(await run.result).toMatchObject({
        status: "failed",
        stop_reason: "error",
        verified: false,
        proof: null,
        error: { code: "journal_lost" },
      })
      expect(events.of("host_callback_error")).toMatchObject([{ callback: "journal" }])
    })
  },
)
