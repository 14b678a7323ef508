import { chmod, link, mkdir, readFile, readdir, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { beforeEach, describe, expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { command, startCli } from "../console/process.fixture.ts"
import { folder, harmed, thrash, writeRuns } from "./sessions.fixture.ts"

let cwd = ""
beforeEach(async () => {
  cwd = await folder()
  await writeRuns(join(cwd, "runs.jsonl"), { stuck: thrash, late: harmed })
})

const ids = (stdout: string): readonly string[] =>
  stdout
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { id: string }).id)

describe("a page never replaces a recording", () => {
  test.each(["runs.jsonl", "linked.jsonl", "hard.jsonl", "./sub/../runs.jsonl"])(
    "called %s",
    async (name) => {
      await mkdir(join(cwd, "sub"))
      await symlink("runs.jsonl", join(cwd, "linked.jsonl"))
      await link(join(cwd, "runs.jsonl"), join(cwd, "hard.jsonl"))
      const before = await readFile(join(cwd, "runs.jsonl"), "utf8")
      for (const input of ["runs.jsonl", "."]) {
        const { code, stderr } = await call(["replay", input, "--html", name], { cwd })
        expect(code).toBe(2)
        expect(stderr).toContain(`--html ${name} is one of the recordings`)
      }
      expect(await readFile(join(cwd, "runs.jsonl"), "utf8")).toBe(before)
    },
  )
})

describe("one bad file", () => {
  test("of a format nobody knows is told, and the others are read", async () => {
    await writeFile(join(cwd, "odd.json"), '{"a":1}')
    const { code, stdout, stderr } = await call(["replay", "odd.json", "runs.jsonl", "--json"], { cwd })
    expect([code, ids(stdout)]).toEqual([0, ["stuck", "late"]])
    expect(stderr).toMatch(/^odd\.json: not a session of a known format\. Formats: [^\n]+\n$/)
    expect((await call(["replay", "runs.jsonl", "odd.json"], { cwd })).stdout).toContain(
      "1 piece could not be read",
    )
  })

  test.skipIf(process.getuid?.() === 0)(
    "that may not be read is told, as is a folder (needs a user who is not root)",
    async () => {
      await writeFile(join(cwd, "secret.jsonl"), "{}")
      await chmod(join(cwd, "secret.jsonl"), 0)
      await mkdir(join(cwd, "closed"), { mode: 0 })
      const args = ["replay", "secret.jsonl", "closed", "runs.jsonl", "--json"]
      const { code, stdout, stderr } = await call(args, { cwd })
      expect([code, ids(stdout)]).toEqual([0, ["stuck", "late"]])
      expect(stderr).toContain("secret.jsonl: EACCES")
      expect(stderr).toContain("closed: the folder cannot be listed: EACCES")
      expect(await call(["replay", "secret.jsonl"], { cwd })).toMatchObject({ code: 2, stdout: "" })
      expect(await call(["replay", "closed"], { cwd })).toMatchObject({ code: 2, stdout: "" })
    },
  )

  test("in a folder is counted with the others, the first three by name", async () => {
    for (const name of ["a", "b", "c", "d"]) await writeFile(join(cwd, `${name}.json`), '{"a":1}')
    const { code, stderr } = await call(["replay", ".", "--json"], { cwd })
    expect([code, stderr]).toEqual([0, "4 files in folders are not sessions: a.json, b.json, c.json, ...\n"])
  })

  test("leaves the page that was there when nothing could be read", async () => {
    await writeFile(join(cwd, "odd.json"), '{"a":1}')
    await writeFile(join(cwd, "out.html"), "old")
    expect((await call(["replay", "odd.json", "--html", "out.html"], { cwd })).code).toBe(2)
    expect(await readFile(join(cwd, "out.html"), "utf8")).toBe("old")
    expect(await readdir(cwd)).toHaveLength(3)
  })
})

describe("a folder of numbered files", () => {
  const events = new URL("../../../replay/src/sessions/fixtures/openhands_stream.json", import.meta.url)

  test("is one session where each holds an event", async () => {
    await mkdir(join(cwd, "events"))
    const recorded = JSON.parse(await readFile(events, "utf8")) as readonly unknown[]
    for (const [at, event] of recorded.entries()) {
      await writeFile(join(cwd, "events", `${at}.json`), JSON.stringify(event))
    }
    const { code, stdout, stderr } = await call(["replay", "events", "--json"], { cwd })
    expect([code, ids(stdout).length, stderr]).toEqual([0, 1, ""])
    const page = await call(["replay", "events", "--html", "events/0.json"], { cwd })
    expect([page.code, page.stderr]).toEqual([2, expect.stringContaining("is one of the recordings")])
  })

  test("is many where each holds a session", async () => {
    await mkdir(join(cwd, "sessions"))
    await writeRuns(join(cwd, "sessions/1.json"), { one: thrash })
    await writeRuns(join(cwd, "sessions/2.json"), { two: thrash })
    const { stdout } = await call(["replay", "sessions", "--json"], { cwd })
    expect(ids(stdout)).toEqual(["one", "two"])
  })
})

describe("stopped", () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`run-${at}`, thrash]))

  test.each([
    ["SIGINT", ["--html", "out.html"]],
    ["SIGTERM", ["--html", "out.html"]],
    ["SIGINT", []],
  ] as const)("by %s with %j it ends with 130 and leaves no half page", async (signal, args) => {
    await writeRuns(join(cwd, "many.jsonl"), many)
    const runs = await readFile(join(cwd, "many.jsonl"), "utf8")
    await writeFile(join(cwd, "many.jsonl"), runs.replace("\n", "\n{broken\n"))
    const cli = startCli(["replay", "many.jsonl", ...args], { cwd })
    await cli.said("many.jsonl:2")
    cli.kill(signal)
    const { code, stdout } = await cli.ended
    expect(code).toBe(130)
    expect(stdout).toContain("Stopped: incomplete, not everything was read.")
    expect(await readdir(cwd)).toEqual(["many.jsonl", "runs.jsonl"])
  })

  test("with --json it prints whole lines and nothing more", async () => {
    await writeRuns(join(cwd, "many.jsonl"), many)
    const cli = startCli(["replay", "many.jsonl", "--json"], { cwd })
    await cli.said("run-3")
    cli.kill("SIGHUP")
    const { code, stdout } = await cli.ended
    expect(code).toBe(130)
    expect(ids(stdout).length).toBeLessThan(20_000)
  })
})

test.skipIf(process.platform !== "linux")("a full disk is told in a line, with exit code 3", async () => {
  const { spawnSync } = await import("node:child_process")
  const script = `exec "${process.execPath}" "${command}" replay runs.jsonl > /dev/full`
  const { status, stderr } = spawnSync("sh", ["-c", script], { cwd, encoding: "utf8" })
  expect([status, stderr]).toEqual([3, "proofloop: cannot write: ENOSPC: no space left on device, write\n"])
})
