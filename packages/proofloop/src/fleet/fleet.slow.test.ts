import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { bench, jsonLines, ROLES, serveShop } from "../pipeline/pipeline.fixture.ts"

const PLAIN = ["--unsafe-host-runner", "--setup", "", "--no-ci-watch"]

async function twoShops() {
  const { root, state } = await bench()
  const bare = join(root, "../second shop.git")
  await requireGit(root, ["clone", "--quiet", "--bare", root, bare])
  const list = join(root, "../repositories.json")
  await writeFile(list, JSON.stringify([root, { url: bare, switches: ["dry_run"] }]))
  return { root, bare, list, state }
}

test("a fleet takes a checkout to its pull request and another repository to its plan, and tells how it stands", async () => {
  const { root, bare, list, state } = await twoShops()
  const { flags } = await serveShop()
  const at = ["--state", state]
  expect(await call(["fleet", "status", ...at])).toMatchObject({ code: 2 })
  const run = await call(["fleet", "run", list, "--once", ...PLAIN, ...ROLES, ...flags, ...at])
  expect(run).toMatchObject({ code: 0, stdout: "After 2 turns: every run waits.\n" })
  expect(run.stderr).toContain(`begun for ${root}`)
  expect(run.stderr).toMatch(/run-\w+ is pr-open, waits for merge/)
  expect(run.stderr).toMatch(/run-\w+ is done\n/)
  const status = await call(["fleet", "status", ...at])
  expect(status.stdout).toContain("Runs          pr-open 1, done 1\n")
  expect(status.stdout).toContain("For a person  1; see:")
  expect(status.stdout).toMatch(/Decisions\n {2}[\d-]{10} [\d:]{5} run, by \S+@\S+\n/)
  for (const line of status.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80)

  const json = await call(["fleet", "run", list, "--once", "--json", ...PLAIN, ...ROLES, ...flags, ...at])
  expect(jsonLines(json).map(({ type }) => type)).toEqual(["fleet.started", "fleet.ended"])
  expect((await call(["pipeline", "status", "--json", "--repo", bare, ...at])).stdout).toContain(
    '"state":"done"',
  )
})

test("stop holds every run still until it is lifted, and each decision is on record", async () => {
  const { list, state } = await twoShops()
  const { flags } = await serveShop()
  const at = ["--state", state]
  const run = async () => call(["fleet", "run", list, "--once", ...PLAIN, ...ROLES, ...flags, ...at])
  expect(await call(["fleet", "stop", ...at])).toMatchObject({ code: 2 })
  await mkdir(state)
  expect(await call(["fleet", "stop", "--reason", "an outage", ...at])).toMatchObject({ code: 0 })
  expect(await run()).toMatchObject({ code: 3, stdout: expect.stringContaining("fleet stop --lift") })
  expect((await call(["fleet", "status", ...at])).stdout).toMatch(/^All runs stand still: /)
  expect(await call(["fleet", "stop", "--lift", "--json", ...at])).toMatchObject({
    stdout: expect.stringContaining('"is_stopped":false'),
  })
  expect(await run()).toMatchObject({ code: 0 })
  expect(await call(["fleet", "drain", ...at])).toMatchObject({ code: 0, stdout: "No worker runs.\n" })
  const audit = (await readFile(join(state, "audit.jsonl"), "utf8")).trim().split("\n")
  expect(audit.map((line) => (JSON.parse(line) as { did: string }).did)).toEqual([
    "stop",
    "run",
    "lift",
    "run",
    "drain",
  ])
})

test("misuse is told before anything is begun", async () => {
  const { root, state } = await bench()
  const list = join(root, "../list.txt")
  const at = ["--model", "m", "--base-url", "http://127.0.0.1:9/v1", "--unsafe-host-runner", "--state", state]
  const run = async (text: string, ...args: readonly string[]) => {
    await writeFile(list, text)
    return call(["fleet", "run", ...args, ...at])
  }
  expect((await run("", list)).stderr).toContain("at least one repository")
  expect((await run(`${root}\n${root}/src\n`, list)).stderr).toContain(`${root} is listed twice`)
  expect((await run("/nowhere\n", list)).stderr).toContain("list.txt: there is no folder /nowhere")
  expect((await run(root)).stderr).toContain("give FILE, a list of repositories, or --owner NAME")
  expect((await run(root, list, "--concurrency", "0")).stderr).toContain(
    "--concurrency: expected a whole number",
  )
  await mkdir(join(root, "../folder"))
  expect((await run("[]", list)).stderr).toContain("at least one repository")
  expect((await run(root, join(root, "../folder"))).stderr).toContain("is a folder, not a file")
})
