import { createHash } from "node:crypto"
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { RunReplay } from "@proofloop/replay/internal"
import { expect, onTestFinished, test } from "vitest"
import { renderReport } from "./render_report.ts"
import { sampleRun, sampleRuns } from "./sample_runs.fixture.ts"

const META = { title: "Recorded runs", preset: "evidence", files: 2, skipped_lines: 3 }

async function folderForTest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "proofloop-report-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function pageOf(runs: readonly RunReplay[]): Promise<string> {
  const file = join(await folderForTest(), "report.html")
  await renderReport(runs, META, file)
  return readFile(file, "utf8")
}

test("the sums are those of the runs, and stand at the top", async () => {
  const file = join(await folderForTest(), "report.html")
  const runs = sampleRuns(30)
  const totals = await renderReport(runs, META, file)
  const sum = (value: (run: RunReplay) => number): number => runs.reduce((all, run) => all + value(run), 0)
  expect(totals).toMatchObject({
    runs: 30,
    turns: sum((run) => run.turns),
    trips: sum((run) => run.trips.length),
    harm: 1,
    turns_at_stake: sum((run) => run.after_trip.turns),
    turns_after_hard_stop: sum((run) => run.after_hard_stop.turns),
    tells_tokens: true,
  })
  const page = await readFile(file, "utf8")
  const top = page.slice(0, page.indexOf("<main"))
  expect(top).toContain(`<strong>12 of 30 runs stalled:</strong> ${totals.turns_at_stake} turns`)
  expect(top).toContain("<em>at stake</em>")
  expect(top).toContain("<em>upper bound</em>")
})

test("what would have been saved is said once, with its assumption", async () => {
  const page = (await pageOf(sampleRuns(30))).toLowerCase()
  expect(page.match(/\bsav(?:e|ed|es|ing|ings)\b.{0,23}/g)).toEqual(["saved, if no run needed any "])
})

test("files and lines are counted until the last run", async () => {
  const file = join(await folderForTest(), "report.html")
  const counted = { ...META, files: 0, skipped_lines: 0 }
  function* runs(): Generator<RunReplay> {
    yield sampleRun(0)
    counted.files = 7
    counted.skipped_lines = 1
  }
  await renderReport(runs(), counted, file)
  expect(await readFile(file, "utf8")).toContain("7 files read, 1 piece skipped as unreadable")
})

test("a page without runs is a page", async () => {
  const page = await pageOf([])
  expect(page).toContain("The detector would have said nothing")
  expect(page.trimEnd().endsWith("</html>")).toBe(true)
})

test("the policy allows the page's own script and styles and nothing else", async () => {
  const page = await pageOf([])
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? ""
  const digest = (tag: string): string => {
    const text = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page)?.[1] ?? ""
    return `'sha256-${createHash("sha256").update(text).digest("base64")}'`
  }
  expect(policy.split("; ")).toEqual([
    "default-src 'none'",
    `script-src ${digest("script")}`,
    `style-src ${digest("style")}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ])
})

test("a run that cannot be read leaves the file as it was, and nothing beside it", async () => {
  const folder = await folderForTest()
  const file = join(folder, "report.html")
  await writeFile(file, "the last one")
  async function* runs(): AsyncGenerator<RunReplay> {
    yield* sampleRuns(40)
    throw new Error("the disk is gone")
  }
  await expect(renderReport(runs(), META, file)).rejects.toThrow("the disk is gone")
  expect(await readFile(file, "utf8")).toBe("the last one")
  expect(await readdir(folder)).toEqual(["report.html"])
})

test("what is not a file, and what cannot be written, is refused before a run is read", async () => {
  const folder = await folderForTest()
  function* runs(): Generator<RunReplay> {
    yield expect.unreachable("a run was read")
  }
  await expect(renderReport(runs(), META, folder)).rejects.toThrow("it exists and is not a file")
  await expect(renderReport(runs(), META, "/dev/null")).rejects.toThrow("it exists and is not a file")
  await expect(renderReport(runs(), META, join(folder, "none", "report.html"))).rejects.toThrow(
    "no such file or folder",
  )
  expect(await readdir(folder)).toEqual([])
})
