import { spawn } from "node:child_process"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import { buildProgram } from "../../../foundation/src/process/built_program.fixture.ts"
import { published, PULL_REQUEST, removeTemplate } from "./forge.fixture.ts"
import { localForge } from "./local_forge.ts"

let folder = ""
let program = ""

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop forge processes "))
  program = await buildProgram(new URL("local_forge_processes.fixture.ts", import.meta.url), folder)
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await removeTemplate()
})

/** The exit code; null for a process that was killed `after_ms` after its start. */
async function run(input: object, after_ms?: number): Promise<number | null> {
  const given = JSON.stringify({ ...input, request: PULL_REQUEST, for_ever: after_ms !== undefined })
  const child = spawn(process.execPath, [program, given], { stdio: ["ignore", "pipe", "inherit"] })
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve))
  if (after_ms !== undefined) {
    await new Promise((resolve) => child.stdout.once("data", resolve))
    await wait(after_ms)
    child.kill("SIGKILL")
  }
  return closed
}

it("several processes, some of them killed, make one pull request and lose or double nothing", async () => {
  const { bare, root, tested: commit } = await published()
  const names = ["a", "b", "c", "d"]
  const running = names.map((name) => run({ bare, root, commit, name }))
  const killed = [0, 400, 900].map((after_ms) => run({ bare, root, commit, name: `k${after_ms}` }, after_ms))
  expect(await Promise.all(running)).toEqual([0, 0, 0, 0])
  expect(await Promise.all(killed)).toEqual([null, null, null])

  const forge = localForge({ repository: bare })
  expect(await forge.pulls.find(PULL_REQUEST.head)).toMatchObject({ number: 1, state: "open" })
  const record = JSON.parse(await readFile(join(bare, "proofloop/pulls/1.json"), "utf8")) as {
    readonly comments: ReadonlyArray<{ readonly key: string }>
  }
  const keys = record.comments.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  const own = names.flatMap((name) => [0, 1, 2].map((round) => `${name} ${round}`))
  expect(keys).toEqual(expect.arrayContaining([...own, "shared 0", "shared 1", "shared 2"]))

  const issues = (await readdir(join(bare, "proofloop/issues"))).filter((name) => /^\d+\.json$/.test(name))
  const titles = await Promise.all(
    issues.map(async (name) => {
      const { title } = JSON.parse(await readFile(join(bare, "proofloop/issues", name), "utf8")) as {
        title: string
      }
      return title
    }),
  )
  expect(new Set(titles).size).toBe(titles.length)
  expect(titles).toEqual(expect.arrayContaining(own))
  expect((await readdir(join(bare, "proofloop/pulls"))).filter((name) => name.endsWith(".json"))).toEqual([
    "1.json",
  ])
})
