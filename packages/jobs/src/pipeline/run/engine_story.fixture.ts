import { mkdir, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, git, requireGit } from "@proofloop/foundation/git"
import { expect } from "vitest"
import type { Rest } from "../../drive/turn.ts"
import type { RowEngine } from "../../engines/row_engine.ts"
import { pipelineWith } from "../run.fixture.ts"
import { openRunStore } from "../run_store.ts"
import { modelServer, telling } from "./model_server.fixture.ts"
import type { Machine } from "./story_machine.fixture.ts"

/** An engine and its workers, as a story needs them. */
export interface Cast {
  readonly rows: RowEngine
  /** What may go wrong; null: nothing does. */
  readonly troubles: {
    /** Ends this process of a worker, and starts another one on another machine in its place. */
    readonly endWorker: (pid: number, signal: "SIGKILL" | "SIGTERM") => Promise<void>
    /** Kills what keeps the journals, and starts it again. */
    readonly killServer: () => Promise<void>
    readonly cutConnections: () => void
  } | null
  readonly close: () => Promise<void>
}

/** A machine of this name; each has a folder of its own. */
export type MachineNamed = (name: string) => Machine

const POLL = { timeout: 400_000, interval: 100 }

/**
 * A run from its plan over an approval, CI and a merge to its end, through troubles of workers, server and connections.
 * A killed worker's folder is removed, so that the next one has only the store and the forge. The story and the workers
 * may reach the store each their own way.
 */
export async function tellStory(
  open: (machine: MachineNamed) => Promise<Cast>,
  database?: { readonly own: string; readonly workers: string },
) {
  const other = database === undefined ? {} : { store: await openRunStore(database.own) }
  const place = await pipelineWith(other)
  const { folder, bare, forge, begin } = place
  const store = other.store ?? place.store
  if (other.store !== undefined) place.closing(other.store)
  const models = await modelServer()
  await tellOfTests(folder, bare, models.url)
  await tellOfPushes(bare, models.url)
  const machine: MachineNamed = (name) => ({
    store: database?.workers ?? join(folder, "jobs.db"),
    bare,
    folder: join(folder, "machines", name),
    model_url: models.url,
  })
  const { rows, troubles, close } = await open(machine)
  const row = { kind: "run", row_id: "run-1", repository: bare }
  const rests = async (like: Partial<Rest>) =>
    expect.poll(async () => rows.restOf(row).catch(() => null), POLL).toMatchObject(like)
  const wake = async () =>
    expect
      .poll(
        async () =>
          rows.wake(row).then(
            () => true,
            () => false,
          ),
        POLL,
      )
      .toBe(true)
  /** Makes trouble while a question waits for its answer. */
  const during = (question: string, trouble: (cast: NonNullable<typeof troubles>) => unknown) => {
    if (troubles === null) return Promise.resolve()
    return models.hold(question).then(async () => {
      await trouble(troubles)
      await models.release()
    })
  }
  const ending = (signal: "SIGKILL" | "SIGTERM") => async (cast: NonNullable<typeof troubles>) =>
    cast.endWorker((await store.holder("run-1"))?.pid ?? 0, signal)
  try {
    const made = [
      during("planner", ending("SIGKILL")),
      during("worker Subtract the discount 1", ending("SIGKILL")),
      during("worker Write a usage page 0", ({ cutConnections }) => cutConnections()),
      during("worker Write a usage page 1", ({ killServer }) => killServer()),
      during("tests with a page on Subtract the discount from the price", ending("SIGKILL")),
      during("tests with a page on Describe how a discount is asked for", ending("SIGKILL")),
      during("keep of a commit", ending("SIGKILL")),
      during("push of a branch", ending("SIGKILL")),
      during("opened", ending("SIGKILL")),
      during("reviewer", ending("SIGTERM")),
    ]
    await begin({ switches: ["needs_approval"] })
    await rows.start(row)
    await rests({ state: "awaiting-approval", waits_for: "approval" })
    await troubles?.killServer()
    await store.answer("run-1", { answer: "approved", by: "mia" })
    await wake()
    await rests({ state: "pr-open", waits_for: "merge" })
    await Promise.all(made)
    await forge.markReady(1)
    await forge.merge(1)
    await wake()
    await rests({ state: "done", is_over: true })
    const notes = await store.notes("run-1")
    const { work } = await store.get("run-1")
    return {
      answered: models.answered.filter((what) => !/^(?:tests|keep|push|opened)\b/.test(what)),
      tests: models.answered.filter((what) => what.startsWith("tests")),
      notes: notes.map(({ transition, note }) =>
        [transition, note["step"], note["subtask_id"], note["status"]].filter(Boolean).join(" "),
      ),
      products: Object.keys(work).toSorted(),
      pulls: (await readdir(join(bare, "proofloop", "pulls"))).filter((name) => name.endsWith(".json")),
      commits: await commitsOf(bare),
      checked: (await store.check()).rows,
    }
  } finally {
    await close()
    await models.close()
  }
}

/** What every engine tells, whatever goes wrong. */
export const TOLD = {
  answered: [
    "planner",
    "worker Subtract the discount 0",
    "worker Subtract the discount 1",
    "worker Write a usage page 0",
    "worker Write a usage page 1",
    "reviewer",
    "reviewer",
    "reviewer",
  ],
  /** Of the base, of each subtask, and of all the work; of CI; of what was merged. What a kill cut off is not counted. */
  tests: [
    "tests with no page on Tell a story of tests",
    "tests with no page on Tell a story of tests",
    "tests with a page on Subtract the discount from the price",
    "tests with a page on Describe how a discount is asked for",
    "tests with a page on Describe how a discount is asked for",
    expect.stringMatching(/^tests with a page on Merge pull request #1 from auto\/proofloop\//),
  ],
  notes: [
    "",
    "queued → analysing begin",
    "analysing → planning analyse",
    "planning → awaiting-approval plan",
    "",
    "request_approval",
    "",
    "awaiting-approval → working await_approval",
    "work T001-S01 completed",
    "work T002-S01 completed",
    "working → publishing check",
    "publishing → pr-open publish",
    "self_review",
    "read_ci",
    "pr-open → verifying await_merge",
    "verifying → done verify",
  ],
  products: [
    "approval",
    "base_check",
    "base_commit",
    "base_head",
    "branch",
    "ci",
    "ending",
    "for_person",
    "head",
    "head_check",
    "merged_commit",
    "outcomes",
    "plan",
    "plan_sha256",
    "pull_request",
    "pushed_at",
    "report",
    "report_after",
    "self_review",
    "verification",
  ],
  pulls: ["1.json"],
  commits: [
    "Describe how a discount is asked for",
    expect.stringMatching(/^Merge pull request #1 from auto\/proofloop\//),
    "Subtract the discount from the price",
    "Tell a story of tests",
    "first",
  ],
  checked: 1,
}

/** Adds a test that tells which tree is tested. */
async function tellOfTests(folder: string, bare: string, url: string): Promise<void> {
  const [root, path] = [join(folder, "work"), "tests/story.test.mjs"]
  const test = [
    'import { execFileSync } from "node:child_process"',
    'import { existsSync } from "node:fs"',
    'import test from "node:test"',
    "",
    'test("it is told which tree is tested", async () => {',
    '  const subject = execFileSync("git", ["log", "-1", "--format=%s"], { encoding: "utf8" }).trim()',
    '  const tree = existsSync("docs/usage.md") ? "a page" : "no page"',
    `  ${telling(url, "`tests with ${tree} on ${subject}`")}`,
    "})",
    "",
  ]
  await writeFile(join(root, path), test.join("\n"))
  await commitPaths(root, [path], "Tell a story of tests")
  await requireGit(root, ["push", "--quiet", bare, "HEAD:main"])
}

/** Git asks this program whether it may take a push, while the one who pushes waits. */
async function tellOfPushes(bare: string, url: string): Promise<void> {
  const tellingOf = (point: string) =>
    `exec "${process.execPath}" --input-type=module --eval '${telling(url, `"${point}"`)}'`
  const hook = [
    "#!/bin/sh",
    "read -r before after name",
    `case "$name" in refs/heads/*) ${tellingOf("push of a branch")} ;; esac`,
    tellingOf("keep of a commit"),
    "",
  ].join("\n")
  await mkdir(join(bare, "hooks"), { recursive: true })
  await writeFile(join(bare, "hooks", "pre-receive"), hook, { mode: 0o755 })
}

/** The subjects of all commits that were ever pushed, also of those that no branch has. */
async function commitsOf(bare: string): Promise<readonly string[]> {
  const env = { GIT_DIR: bare }
  const { stdout } = await git(bare, ["cat-file", "--batch-all-objects", "--batch-check"], { env })
  const commits = stdout.split("\n").flatMap((line) => /^([0-9a-f]+) commit /.exec(line)?.[1] ?? [])
  const { stdout: subjects } = await git(bare, ["log", "--no-walk", "--format=%s", ...commits], { env })
  return subjects.trim().split("\n").toSorted()
}
