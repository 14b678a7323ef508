import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { detectFormat } from "../read_sessions.ts"
import { isSessionFormatError } from "../session_format_error.ts"
import { fixturePath, itemsOf } from "../sessions.fixture.ts"
import { isEventFolder } from "./event_folder.ts"

function newFolder(...names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "sessions-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, ...names)
  mkdirSync(path, { recursive: true })
  return path
}

function linesOf(fixture: string): readonly string[] {
  return readFileSync(fixturePath(fixture), "utf8").trim().split("\n")
}

it.each([
  ["openhands_sdk.jsonl", (index: number) => `event-${String(index).padStart(5, "0")}-a1b2.json`],
  ["openhands_sdk.jsonl", (index: number) => `${index}.json`],
])(
  "reads a folder with an event a file as one session, in the order of their numbers: %s, %o",
  async (fixture, nameOf) => {
    const folder = newFolder("conv-7", "events")
    for (const [index, line] of linesOf(fixture).entries()) writeFileSync(join(folder, nameOf(index)), line)
    writeFileSync(join(folder, ".eventlog.lock"), "")
    expect(await isEventFolder(folder)).toBe(true)
    expect(await detectFormat(folder)).toBe("openhands")
    const [run, ...turns] = await itemsOf(folder)
    expect(run).toMatchObject({ id: "conv-7", source: folder, agent: "OpenHands" })
    expect(turns).toEqual((await itemsOf(fixturePath(fixture))).slice(1))
  },
)

it("reads the folder of V0, whose events are parts of a list elsewhere", async () => {
  const folder = newFolder("sid-1", "events")
  const events = JSON.parse(readFileSync(fixturePath("openhands_stream.json"), "utf8")) as readonly unknown[]
  for (const [index, event] of events.entries())
    writeFileSync(join(folder, `${index}.json`), JSON.stringify(event))
  const items = await itemsOf(folder)
  expect(items[0]).toMatchObject({ type: "run", id: "sid-1" })
  expect(items.slice(1)).toEqual((await itemsOf(fixturePath("openhands_stream.json"))).slice(1))
})

it("names the files of a folder that it cannot read, and goes on", async () => {
  const folder = newFolder("conv-7", "events")
  for (const [index, line] of linesOf("openhands_sdk.jsonl").entries()) {
    writeFileSync(join(folder, `${index}.json`), index === 0 ? line.slice(0, 20) : line)
  }
  mkdirSync(join(folder, "99.json"))
  const items = await itemsOf(folder)
  const skipped = items.flatMap((item) => (item.type === "skipped" ? [item.reason] : []))
  expect(skipped).toEqual(["0.json is not JSON", "99.json is not a regular file"])
  expect(items.filter(({ type }) => type === "turn").length).toBeGreaterThan(3)
})

it("takes no other folder for a session", async () => {
  const folder = newFolder("events")
  expect(await isEventFolder(folder)).toBe(false)
  writeFileSync(join(folder, "0.json"), "{}")
  writeFileSync(join(folder, "notes.json"), "{}")
  expect(await isEventFolder(folder)).toBe(false)
  expect(await isEventFolder(join(folder, "0.json"))).toBe(false)
  expect(await isEventFolder(join(folder, "missing"))).toBe(false)
  const error = await itemsOf(folder).catch((thrown: unknown) => thrown)
  expect(isSessionFormatError(error) && error.message).toContain("is a folder")
})

it.skipIf(process.platform === "win32")(
  "refuses a pipe at once, which it would lose the start of",
  async () => {
    const pipe = join(newFolder("pipes"), "pipe.jsonl")
    execFileSync("sh", ["-c", `mkfifo "$0"`, pipe])
    const problem = `${pipe}: is not a regular file; save it to a file first.`
    await expect(itemsOf(pipe)).rejects.toThrow(problem)
    await expect(itemsOf(pipe, "plain")).rejects.toThrow(problem)
    await expect(detectFormat(pipe)).rejects.toThrow(problem)
  },
)

it("knows a document whose first message is longer than the head that tells formats", async () => {
  const path = join(newFolder(), "export.json")
  const text = readFileSync(fixturePath("opencode_export.json"), "utf8")
  const long = text.replace(/"messages":\s*\[/, (start) => `"diff": "${"x".repeat(100_000)}", ${start}`)
  writeFileSync(path, long)
  expect(long.length).toBeGreaterThan(text.length)
  expect(await detectFormat(path)).toBe("opencode")
})
