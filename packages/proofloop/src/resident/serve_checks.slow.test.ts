import { spawnSync } from "node:child_process"
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { beforeEach, expect, onTestFinished, test } from "vitest"
import { BROKEN, copyForEachTest, REPOSITORY, write } from "../check/check.fixture.ts"
import { runCli, type Started, startCli } from "../console/process.fixture.ts"

copyForEachTest()

const CACHE = { path: "" }

beforeEach(async () => {
  CACHE.path = await mkdtemp(join(tmpdir(), "proofloop "))
  onTestFinished(() => rm(CACHE.path, { recursive: true, force: true }))
})

interface Call {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

const inRepository = ({ cwd = REPOSITORY.root, env = {} }: Call) => ({
  cwd,
  env: { XDG_CACHE_HOME: CACHE.path, ...env },
})

const check = (args: readonly string[] = [], call: Call = {}) =>
  runCli(["check", ...args], inRepository(call))

async function serve(call: Call = {}): Promise<Started> {
  const started = startCli(["check", "--serve"], inRepository(call))
  onTestFinished(async () => {
    started.kill("SIGKILL")
    await started.ended
  })
  await started.said("answers each")
  return started
}

/** A critic that says in which process it runs. */
const TELLS_PROCESS = `export default {
  name: "house",
  critics: [{
    id: "process",
    title: "Where it runs",
    check: ({ files }) => files.map(({ path }) => ({ path, rule: "here", message: "in process " + process.pid })),
  }],
}
`

const PLUGIN = {
  "proofloop.config.json": JSON.stringify({ plugins: ["./house.mjs"] }),
  "house.mjs": TELLS_PROCESS,
}

const processesOf = (stdout: string): readonly string[] => [
  ...new Set(Array.from(stdout.matchAll(/in process (\d+)/g), ([, id = ""]) => id)),
]

test("answers as a process of its own would, in every format, folder and environment", async () => {
  await write({ ...BROKEN, "src/other.py": "import nothing_of_this_name\n" })
  const calls: ReadonlyArray<readonly [readonly string[], Call?]> = [
    [[]],
    [["--json"]],
    [["--only", "G7", "db.py"], { cwd: join(REPOSITORY.root, "src") }],
    [[], { env: { PROOFLOOP_G14: "off", PROOFLOOP_SECRETS: "off", COLUMNS: "60" } }],
    [["--staged"]],
    [["--severity", "G2=warning,G7=warning,G14=warning,G6=warning", "--max-warnings", "0"]],
    [["--no-such-option"]],
    [["no/such/path.py"]],
    [["--help"]],
  ]
  const alone = []
  for (const [args, call] of calls) alone.push(await check(args, call))
  await serve()
  const served = []
  for (const [args, call] of calls) served.push(await check(args, call))
  expect(served).toEqual(alone)
  expect(new Set(served.map(({ code }) => code))).toEqual(new Set([0, 1, 2]))
})

test("sees each state of the files, the index and the commits", async () => {
  await serve()
  expect((await check()).stdout).toBe("clean: nothing changed\n")
  await write({ "ok.toml": "a = \n" })
  expect((await check()).stdout).toContain("ok.toml")
  const git = (...args: readonly string[]) =>
    spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
      cwd: REPOSITORY.root,
    })
  git("add", "ok.toml")
  await write({ "ok.toml": "a = 1\n" })
  expect((await check()).code).toBe(0)
  expect((await check(["--staged"])).code).toBe(1)
  git("commit", "-m", "broken")
  await write({ "ok.toml": "a = \n" })
  expect((await check()).stdout).toBe("clean: nothing changed\n")
})

test("runs plugins in the process that stays, and ends when one of them changes", async () => {
  await write(PLUGIN)
  const started = await serve()
  const [first] = processesOf((await check()).stdout)
  expect(processesOf((await check()).stdout)).toEqual([first])
  await write({ "house.mjs": TELLS_PROCESS.replace("in process", "now in process") })
  const after = await check()
  expect(after.stdout).toContain("now in process")
  expect(processesOf(after.stdout)).not.toEqual([first])
  const { code, stderr } = await started.ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: "Ended: the configuration or a plugin changed.\n" })
})

test("leaves to its caller what is about another repository or configuration", async () => {
  await write(PLUGIN)
  await serve()
  const [resident] = processesOf((await check()).stdout)
  await write({ "other.json": "{}" })
  for (const args of [
    ["--repo", "."],
    ["--config", "proofloop.config.json"],
  ]) {
    const [own] = processesOf((await check(args)).stdout)
    expect([typeof own, own === resident]).toEqual(["string", false])
  }
  expect((await check(["--no-config"])).stdout).not.toContain("in process")
})

test("keeps nobody waiting: a process that is stopped is left alone", async () => {
  await write(BROKEN)
  const started = await serve()
  started.kill("SIGSTOP")
  expect((await check()).code).toBe(1)
  started.kill("SIGCONT")
  started.kill("SIGTERM")
  expect((await started.ended).stderr).toContain("Stopped.\n")
  expect(await readdir(join(CACHE.path, "proofloop", "check"))).toEqual([])
})

test("stands alone for its work tree, and takes the place of one that was killed", async () => {
  const started = await serve()
  const second = await check(["--serve"])
  expect(second.code).toBe(2)
  expect(second.stderr).toContain("another process answers")
  started.kill("SIGKILL")
  await started.ended
  expect(await check()).toMatchObject({ code: 0, stderr: "" })
  await serve()
  expect(await check()).toMatchObject({ code: 0, stderr: "" })
})

test("refuses other options, and a folder that others can write to", async () => {
  expect((await check(["--serve", "--json"])).stderr).toContain("--serve goes with no --json")
  expect((await check(["--serve", "--only", "G7"])).stderr).toContain("--serve goes with no --only")
  expect((await check(["--serve"], { cwd: CACHE.path })).stderr).toContain("--serve needs a repository")
  const started = await serve()
  started.kill("SIGKILL")
  await started.ended
  await chmod(join(CACHE.path, "proofloop", "check"), 0o777)
  expect((await check(["--serve"])).stderr).toContain("others can write")
})

test.each([
  ["breaks off", 'taken\n{"printed":[["stdout","clean'],
  ["is of another form", "taken\nclean\n"],
])("tells whoever listens no secret, and prints nothing of an answer that %s", async (_how, said) => {
  await write(BROKEN)
  const started = await serve()
  const folder = join(CACHE.path, "proofloop", "check")
  const [name = ""] = await readdir(folder)
  started.kill("SIGTERM")
  await started.ended
  let heard = ""
  const server = createServer((socket) => {
    socket.on("data", (piece) => {
      heard += String(piece)
      socket.end(said)
    })
  })
  await new Promise<void>((resolve) => void server.listen(join(folder, name), resolve))
  onTestFinished(() => new Promise((resolve) => void server.close(() => resolve())))
  const env = { FORGE_TOKEN: "t0p-s3cret", STORE: "postgres://me:t0p-s3cret@db/shop", PLAIN: "to be seen" }
  const { code, stdout } = await check([], { env })
  expect(code).toBe(1)
  expect(stdout).not.toContain("clean")
  expect(heard).toContain("to be seen")
  expect(heard).not.toContain("t0p-s3cret")
})
