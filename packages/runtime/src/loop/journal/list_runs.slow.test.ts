import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, expect, test } from "vitest"
import { loopWith } from "./crashed_run.fixture.ts"
import { listRuns } from "./list_runs.ts"

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop-runs-"))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

const at = (name: string): string => join(folder, `${name}.jsonl`)

const stateByName = async (): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await listRuns(folder)).map(({ file, state }) => [file.slice(folder.length + 1, -6), state]),
  )

/** A process that begins a run, says so, and hangs in its model call. */
function hangingProcess(file: string) {
  const program = fileURLToPath(new URL("list_runs_process.fixture.ts", import.meta.url))
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve("tsx/cli")), program, file], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  })
  return child
}

test("a host tells runs that were killed from those that ended, were suspended and were aborted", async () => {
  await loopWith().run("finish it", { journal: at("finished"), note: { chat: 7 } }).result
  const aborted = loopWith().run("abort it", { journal: at("aborted") })
  aborted.abort()
  await aborted.result
  const suspended = loopWith().run("suspend it", { journal: at("suspended") })
  suspended.suspend()
  await suspended.result
  await writeFile(at("trace"), '{"type":"run_start"}\n')
  await writeFile(join(folder, "notes.txt"), "")
  execFileSync("sh", ["-c", 'mkfifo "$0"', at("pipe")])
  const child = hangingProcess(at("killed"))
  await once(child.stdout, "data")
  expect(await stateByName()).toMatchObject({ killed: "running" })

  // The group: tsx has a process of its own.
  process.kill(-(child.pid ?? 0), "SIGKILL")
  await once(child, "exit")
  expect(await stateByName()).toEqual({
    aborted: "aborted",
    finished: "finished",
    killed: "crashed",
    pipe: "unreadable",
    suspended: "suspended",
    trace: "unreadable",
  })

  const runs = await listRuns(folder)
  expect(runs.find(({ state }) => state === "finished")).toMatchObject({
    task: "finish it",
    note: { chat: 7 },
    can_go_on: false,
    result: { status: "done" },
  })
  for (const run of runs) if (run.state === "crashed") await (await loopWith().resume(run.file)).result
  expect(await stateByName()).toMatchObject({ killed: "finished", aborted: "aborted" })
})

test("a run that was cut off in the middle of a record is crashed, and its journal is left as it is", async () => {
  await loopWith().run("fix it", { journal: at("cut") }).result
  const whole = await readFile(at("cut"), "utf8")
  const torn = whole.slice(0, -20)
  await writeFile(at("cut"), torn)
  expect(await stateByName()).toEqual({ cut: "crashed" })
  expect(await readFile(at("cut"), "utf8")).toBe(torn)
})

test("a folder that is not there holds no runs", async () => {
  expect(await listRuns(join(folder, "none"))).toEqual([])
})
