import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { buildEngine } from "../dbos/built_engine.fixture.ts"
import { onEveryDatabase } from "../store/stores.fixture.ts"
import { openFeedbackStore } from "./feedback_store.ts"
import { commentsOn, replyTexts, shop, STEPS_TO_PULL_REQUEST } from "./loop.fixture.ts"
import { buildLoopProgram, runLoop } from "./loop_program.fixture.ts"

const IDS = ["fb-1", "fb-2", "fb-3"]

onEveryDatabase((make, database) => {
  test("processes that drive one store at once never drive a row together", async () => {
    const folder = await mkdtemp(join(tmpdir(), "proofloop loops "))
    const program = await buildLoopProgram(folder)
    const place = await shop()
    const { path } = await make()
    const store = await openFeedbackStore(path)
    for (const id of IDS) {
      const body = "discount(100, 10) gives 110. It should be 90!"
      await store.add({ id, body, severity: "low", from_handle: "ada", context_url: place.issue_url })
    }
    const engine = database === "Postgres" ? await buildEngine(folder) : null
    const job = { folder: place.folder, store: path, engine, replies: replyTexts(), leave_open: true }
    const ends = await Promise.all([runLoop(program, job), runLoop(program, job), runLoop(program, job)])
    expect(ends.map(({ how }) => how)).toEqual([0, 0, 0])

    for (const id of IDS) {
      expect(await store.get(id)).toMatchObject({ state: "fix-pr-open", attempts: 0, error: null })
      const notes = await store.notes(id)
      expect(notes.flatMap(({ note }) => note["step"] ?? [])).toEqual(STEPS_TO_PULL_REQUEST)
    }
    const taken = (step: string) =>
      ends.reduce((sum, { boundaries }) => sum + (boundaries[`before ${step}`] ?? 0), 0)
    for (const step of STEPS_TO_PULL_REQUEST) expect([step, taken(step)]).toEqual([step, IDS.length])
    const pulls = await readdir(join(place.bare, "proofloop", "pulls"))
    expect(pulls.filter((name) => name.endsWith(".json"))).toHaveLength(IDS.length)
    expect((await commentsOn(place)).map((key) => key.slice(0, 4)).toSorted()).toEqual(IDS)
    expect(await store.check()).toMatchObject({ rows: IDS.length })
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
})
