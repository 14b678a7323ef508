import { existsSync } from "node:fs"
import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths } from "@proofloop/foundation/git"
import { isRunning } from "@proofloop/foundation/process"
import { expect, test } from "vitest"
import { type Ended, runCli } from "../console/process.fixture.ts"
import { bench, ROLES, serveShop } from "./pipeline.fixture.ts"

/**
 * A check that stops its parent processes up to the supervised one, ignores SIGTERM in a separate process, and never
 * ends. Without the file `hang` it passes.
 */
const STUBBORN = `
import { spawn } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
const [folder, is_second] = process.argv.slice(2)
process.on("SIGTERM", () => {})
if (is_second === undefined) {
  if (!existsSync(folder + "/hang")) process.exit(0)
  const pids = [process.pid, spawn(process.execPath, [process.argv[1], folder, "second"], { stdio: "ignore" }).pid]
  for (let pid = process.ppid; ; ) {
    const words = readFileSync("/proc/" + pid + "/cmdline", "utf8").split("\\0")
    const parent = Number(/\\nPPid:\\s*(\\d+)/.exec(readFileSync("/proc/" + pid + "/status", "utf8"))[1])
    pids.push(pid)
    process.kill(pid, "SIGSTOP")
    if (words.includes("--time-limit=0")) break
    pid = parent
  }
  writeFileSync(folder + "/held", JSON.stringify(pids))
}
setInterval(() => {}, 1000)
`

async function stubbornShop() {
  const { root, state } = await bench()
  const folder = join(root, "..")
  const check = `node stubborn.mjs '${folder}'`
  await writeFile(join(root, "stubborn.mjs"), STUBBORN)
  await commitPaths(root, ["stubborn.mjs"], "a check that never ends")
  await writeFile(join(folder, "hang"), "")
  const { flags } = await serveShop()
  const room = ["--unsafe-host-runner", "--setup", "", "--check", check, "--ci-poll", "1"]
  const args = [root, "--state", state, ...room, ...ROLES, ...flags]
  return { folder, args }
}

/** Calls again with twice the time until the check has begun: a busy machine needs longer to get there. */
async function untilHeld(folder: string, args: readonly string[]): Promise<Ended> {
  for (let seconds = 5; ; seconds *= 2) {
    const ended = await runCli([...args, "--time-limit", String(seconds)])
    if (existsSync(join(folder, "held"))) return ended
    expect(ended.code).toBe(3)
  }
}

const CALLS = [
  {
    words: ["pipeline", "run"],
    flags: ["--resume", "--ci", "", "--no-self-review"],
    over: /its time limit is over: stopped in analysing; go on with: npx proofloop pipeline resume run-\w+ --state/,
    goes_on: {
      code: 3,
      stdout: expect.stringMatching(/stands +waits for a person, for \w+: merge\n/) as string,
    },
  },
  {
    words: ["pipeline", "fix-ci"],
    flags: ["--branch", "main"],
    over: /^main: its time limit is over; the same call begins anew\n$/,
    goes_on: { code: 0, stdout: expect.stringMatching(/^main: not red: CI is green/) as string },
  },
]

test.skipIf(process.platform !== "linux").each(CALLS)(
  "$words that hears no SIGTERM is killed with all it has started, and goes on",
  async ({ words, flags, over, goes_on }) => {
    const { folder, args } = await stubbornShop()
    const call = [...words, ...args, ...flags]
    const { code, stdout } = await untilHeld(folder, call)
    expect(code).toBe(3)
    expect(stdout).toMatch(over)
    const held = JSON.parse(await readFile(join(folder, "held"), "utf8")) as readonly number[]
    expect(held.length).toBeGreaterThan(2)
    expect(held.filter((pid) => isRunning({ pid, began: null }))).toEqual([])
    await rm(join(folder, "hang"))
    expect(await runCli(call)).toMatchObject(goes_on)
  },
)
