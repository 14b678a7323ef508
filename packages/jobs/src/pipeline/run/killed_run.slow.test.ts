import { spawn } from "node:child_process"
import { mkdir, readdir, symlink } from "node:fs/promises"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { requireGit } from "@proofloop/foundation/git"
import { build } from "esbuild"
import { expect, test } from "vitest"
import * as z from "zod"
import { buildEngine } from "../../dbos/built_engine.fixture.ts"
import { linkDatabase } from "../../store/linked_database.fixture.ts"
import { onEveryDatabase } from "../../store/stores.fixture.ts"
import { pipelineWith } from "../run.fixture.ts"
import { openRunStore } from "../run_store.ts"
import { pipelineTable } from "../states.ts"

const saidSchema = z.union([
  z.object({ killed_at: z.string() }),
  z.object({ boundaries: z.array(z.string()) }),
])

/** The second story skips boundaries at which the first one was killed. */
const STORIES = [
  { story: "merged", switches: ["needs_approval", "integrate"], steps: null },
  {
    story: "taken_back",
    switches: ["no_ci_watch", "no_self_review"],
    steps: ["update_base", "look_up", "await_merge", "verify", "revert", "await_recovery"],
  },
] as const

const STEPS = Object.keys(pipelineTable.steps)

onEveryDatabase((make, database) => {
  test(
    "killed at every boundary of every step, and gone on each time from a fresh clone, runs make nothing twice",
    { timeout: 1_800_000 },
    async () => {
      const [merged, taken_back] = await Promise.all(
        STORIES.map(async (story) => toTheEnd(story, (await make()).path, database === "Postgres")),
      )
      if (merged === undefined || taken_back === undefined) throw new Error("there are two stories")
      const killed = new Set([...merged.killed_at, ...taken_back.killed_at])
      expect(
        STEPS.filter((step) => !killed.has(`before ${step}`) || !killed.has(`after store.change ${step}`)),
      ).toEqual([])

      expect(await merged.subjects("main")).toEqual([
        "Say that it is percent off",
        "docs: say what is returned",
        "Describe how a discount is asked for",
        "Subtract the discount from the price",
        "somebody's NEWS.md",
        "first",
      ])
      expect(await merged.merges("main")).toEqual([
        expect.stringMatching(/^Merge pull request/),
        expect.stringMatching(/^Merge the base branch at/),
      ])
      expect(await merged.pulls()).toEqual(["1.json"])
      expect(await merged.comments(1)).toHaveLength(1)
      expect(await merged.forge.reviews.threads(1)).toMatchObject([
        { is_resolved: true, comments: [{ author: "mia" }, { is_own: true }] },
      ])

      const { work } = await taken_back.store.get("run-1")
      expect(await taken_back.subjects(work.branch ?? "")).toEqual([
        "Describe how a discount is asked for",
        "Subtract the discount from the price",
        "first",
      ])
      expect(await taken_back.subjects("main..auto/proofloop/revert-run-1")).toEqual([
        "Revert pull request 1",
      ])
      expect(await taken_back.pulls()).toEqual(["1.json", "2.json"])
      expect(await taken_back.comments(1)).toEqual([
        expect.stringContaining(
          "This needs a person: the base branch has moved on, and the changes conflict",
        ),
      ])
      expect(await taken_back.comments(2)).toEqual([])
    },
  )
})

/** Drives a story to its end, through as many processes as it has boundaries. */
async function toTheEnd(
  { story, switches, steps }: (typeof STORIES)[number],
  store_path: string,
  is_over_dbos: boolean,
) {
  const store = await openRunStore(store_path)
  const { folder, begin, forge, bare } = await pipelineWith({ store })
  await begin({ switches })
  const program = await buildProgram(folder)
  const engine = is_over_dbos ? await buildEngine(folder) : null
  const spared = steps === null ? [] : STEPS.filter((step) => !steps.some((one) => one === step))
  const killed_at: string[] = []
  for (;;) {
    const said = await run(program, { folder, store: store_path, engine, story, spared, known: killed_at })
    if ("boundaries" in said) break
    killed_at.push(said.killed_at)
  }
  const { state, work } = await store.get("run-1")
  expect({ state, how: work.ending?.how }).toEqual({ state: "done", how: "merged" })
  expect((await store.check()).rows).toBe(1)
  const log = async (branch: string, which: string) =>
    (await requireGit(bare, ["log", which, "--format=%s", branch], { env: { GIT_DIR: bare } }))
      .trim()
      .split("\n")
  return {
    killed_at,
    store,
    forge,
    subjects: (branch: string) => log(branch, "--no-merges"),
    merges: (branch: string) => log(branch, "--merges"),
    pulls: async () =>
      (await readdir(join(bare, "proofloop", "pulls"))).filter((name) => name.endsWith(".json")),
    comments: async (number: number) =>
      (await forge.comments.list({ kind: "pull_request", number })).map(({ body }) => body),
  }
}

async function run(program: string, job: object): Promise<z.output<typeof saidSchema>> {
  const child = spawn(process.execPath, [program, JSON.stringify(job)], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  const printed = await text(child.stdout)
  return saidSchema.parse(JSON.parse(printed.trim().split("\n").at(-1) ?? ""))
}

/** Where the package with the prompts is installed. */
async function buildProgram(folder: string): Promise<string> {
  const outfile = join(folder, "program.mjs")
  await linkDatabase(folder)
  const scope = join(folder, "node_modules", "@proofloop")
  await mkdir(scope)
  await symlink(fileURLToPath(new URL("../../..", import.meta.url)), join(scope, "jobs"), "dir")
  await build({
    entryPoints: [fileURLToPath(new URL("killed_run.fixture.ts", import.meta.url))],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "error",
    banner: {
      js: 'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url)',
    },
  })
  return outfile
}
