import { spawn } from "node:child_process"
import { mkdir, readdir, symlink } from "node:fs/promises"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { requireGit } from "@proofloop/foundation/git"
import { build } from "esbuild"
import { expect, test } from "vitest"
import { z } from "zod"
import { linkDatabase } from "../../../jobs/src/store/linked_database.fixture.ts"
import { pipelineWith } from "../run.fixture.ts"

const saidSchema = z.union([
  z.object({ killed_at: z.string() }),
  z.object({ boundaries: z.array(z.string()) }),
])

test("killed at every boundary, and gone on each time from a fresh clone, a run makes nothing twice", async () => {
  const { folder, begin, store, forge, bare } = await pipelineWith()
  await begin({ switches: ["needs_approval", "integrate"] })
  const program = await buildProgram(folder)
  const known: string[] = []
  for (;;) {
    const said = await run(program, { folder, known })
    if ("boundaries" in said) break
    known.push(said.killed_at)
  }
  expect(known.length).toBeGreaterThan(40)
  const { state, work } = await store.get("run-1")
  expect({ state, how: work.ending?.how }).toEqual({ state: "done", how: "merged" })
  const env = { GIT_DIR: bare }
  const subjects = await requireGit(bare, ["log", "--no-merges", "--format=%s", "main"], { env })
  expect(subjects.trim().split("\n")).toEqual([
    "Say that it is percent off",
    "Describe how a discount is asked for",
    "Subtract the discount from the price",
    "first",
  ])
  expect((await readdir(join(bare, "proofloop", "pulls"))).filter((name) => name.endsWith(".json"))).toEqual([
    "1.json",
  ])
  const comments = await forge.comments.list({ kind: "pull_request", number: 1 })
  expect(new Set(comments.map(({ body }) => body)).size).toBe(comments.length)
  expect(await forge.reviews.threads(1)).toMatchObject([
    { is_resolved: true, comments: [{ author: "mia" }, { is_own: true }] },
  ])
  expect((await store.check()).rows).toBe(1)
})

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
  await symlink(fileURLToPath(new URL("../..", import.meta.url)), join(scope, "pipeline"), "dir")
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
