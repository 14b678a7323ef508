import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { afterAll, beforeAll, expect, test } from "vitest"
import { buildEngine } from "../dbos/built_engine.fixture.ts"
import { onEveryDatabase } from "../store/stores.fixture.ts"
import { openFeedbackStore } from "./feedback_store.ts"
import { commentsOn, replyTexts, shop, type Shop } from "./loop.fixture.ts"
import { buildLoopProgram, type Ended, type LoopJob, runLoop } from "./loop_program.fixture.ts"

/** A large job, so that approval is part of it. */
const replies = replyTexts({ triage: [{ fix_class: "architectural" }] })

let folder = ""
let program = ""
let engine = ""

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop killed loop "))
  program = await buildLoopProgram(folder)
  engine = await buildEngine(folder)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

type Place = Shop & { readonly store: string }

async function shopWithFeedback(path: string): Promise<Place> {
  const place = await shop()
  const store = await openFeedbackStore(path)
  const body = "discount(100, 10) gives 110. It should be 90!"
  const from_handle = "ada"
  await store.add({ id: "fb-1", body, severity: "high", from_handle, context_url: place.issue_url })
  await store.close()
  return { ...place, store: path }
}

/** Everything that must not depend on how often a process was killed; ids of commits contain their time. */
async function outcomeOf(place: Place) {
  const { root, bare } = place
  const store = await openFeedbackStore(place.store)
  const { state, attempts, error, work, refinement_round } = await store.get("fb-1")
  const notes = await store.notes("fb-1")
  const lines = async (at: string, ...args: readonly string[]) =>
    (await requireGit(at, args, at === bare ? { env: { GIT_DIR: bare } } : {})).trim().split("\n")
  const outcome = {
    row: { state, attempts, error, refinement_round, work: Object.keys(work) },
    transitions: notes.flatMap(({ transition }) => transition ?? []),
    steps: notes.map(({ note }) => note["step"]),
    approvals: (await store.approvals("fb-1")).length,
    memories: [
      (await store.recall("failure_patterns", "", 10)).length,
      (await store.recall("review_patterns", "", 10)).length,
    ],
    pulls: (await readdir(join(bare, "proofloop", "pulls"))).toSorted(),
    comments: await commentsOn(place),
    local_branches: await lines(root, "for-each-ref", "--format=%(refname)", "refs/heads"),
    forge_branches: await lines(bare, "for-each-ref", "--format=%(refname)", "refs/heads"),
    history: await lines(bare, "log", "--format=%s", "develop"),
    merged_tree: await lines(bare, "rev-parse", "develop^{tree}"),
    trees: (await lines(root, "worktree", "list")).length,
    changed: await requireGit(root, ["status", "--porcelain"]),
  }
  await store.check()
  await store.close()
  return outcome
}

type Outcome = Awaited<ReturnType<typeof outcomeOf>>

onEveryDatabase((make, database) => {
  const runIn = (place: Place, where: Pick<LoopJob, "kill_at" | "known"> = {}) =>
    runLoop(program, {
      folder: place.folder,
      store: place.store,
      engine: database === "Postgres" ? engine : null,
      replies,
      ...where,
    })
  let whole: Promise<{ readonly outcome: Outcome; readonly ended: Ended }> | null = null

  function uninterrupted() {
    whole ??= (async () => {
      const place = await shopWithFeedback((await make()).path)
      const ended = await runIn(place)
      return { outcome: await outcomeOf(place), ended }
    })()
    return whole
  }

  test("a loop that nobody kills closes its feedback", async () => {
    const { outcome, ended } = await uninterrupted()
    expect(ended).toMatchObject({ how: 0, killed_at: null })
    expect(outcome.row).toMatchObject({ state: "closed", attempts: 0, error: null })
    expect(outcome.transitions).toEqual([
      "pending → triaged",
      "triaged → awaiting-approval",
      "awaiting-approval → in-fix",
      "in-fix → fix-pr-open",
      "fix-pr-open → verified",
      "verified → closed",
    ])
    expect(outcome).toMatchObject({
      approvals: 1,
      memories: [1, 1],
      comments: ["fb-1:approval-0", "fb-1:opened-1", "fb-1:verified"],
      forge_branches: ["refs/heads/auto/proofloop/fb-1", "refs/heads/develop", "refs/heads/main"],
      trees: 1,
      changed: "",
    })
  })

  test(
    "killed before and after every step, a second process comes to the same end",
    { timeout: 1_200_000 },
    async () => {
      const { outcome, ended } = await uninterrupted()
      const places = Object.entries(ended.boundaries).flatMap(([name, count]) =>
        Array.from({ length: count }, (_, at) => `${name} ${at + 1}`),
      )
      expect(places.length).toBeGreaterThan(30)
      // Over Postgres the next test kills at all of them, in one row.
      const some = database === "SQLite" ? places : places.filter((_, at) => at % 8 === 0)
      for (const kill_at of some) {
        const place = await shopWithFeedback((await make()).path)
        const killed = await runIn(place, { kill_at })
        expect(killed).toMatchObject({ how: "SIGKILL" })
        expect(await runIn(place)).toMatchObject({ how: 0 })
        expect({ kill_at, ...(await outcomeOf(place)) }).toEqual({ kill_at, ...outcome })
      }
    },
  )

  test(
    "killed at every step and every effect, one after the other, it comes to the same end",
    { timeout: 600_000 },
    async () => {
      const { outcome } = await uninterrupted()
      const place = await shopWithFeedback((await make()).path)
      const known: string[] = []
      let last = await runIn(place, { known })
      while (last.killed_at !== null) {
        known.push(last.killed_at)
        last = await runIn(place, { known })
      }
      expect(last.how).toBe(0)
      const effects = [
        ...[
          "triage",
          "plan",
          "await_approval",
          "fix",
          "differential",
          "publish",
          "verify_merge",
          "close",
        ].map((step) => `store.change ${step}`),
        "store.requestApproval",
        "git.push",
        "pulls.open",
        "comments.post fb-1:approval-0",
        "comments.post fb-1:opened-1",
        "comments.post fb-1:verified",
      ]
      const places = effects.flatMap((effect) => [`before ${effect}`, `after ${effect}`])
      expect(places.filter((name) => !known.includes(name))).toEqual([])
      expect(await outcomeOf(place)).toEqual(outcome)
    },
  )
})
