import { readdirSync, readFileSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { command, runCli, startCli } from "../console/process.fixture.ts"
import type { replayInThreads } from "./replay_threads.ts"
import { folder, harmed, thrash, writeRuns } from "./sessions.fixture.ts"
import { readTargets } from "./targets.ts"

/** The first file holds most runs, so the others wait for it; the last is so long that threads pay. */
async function sessions(): Promise<string> {
  const cwd = await folder()
  await mkdir(join(cwd, "runs"))
  for (const [place, count] of [80, 10, 0, 20, 3].entries()) {
    const runs = Array.from({ length: count }, (_none, at) => [
      `${place}-${at}`,
      at % 7 === 0 ? harmed : thrash,
    ])
    await writeRuns(join(cwd, "runs", `${place}.jsonl`), Object.fromEntries(runs))
  }
  await writeFile(join(cwd, "runs", "1a.json"), '{"a":1}')
  await writeFile(join(cwd, "runs", "3a.jsonl"), '{"role":"assistant","content":"a"}\n{broken\n')
  const look = { tool: "bash", args: { command: "cat a.txt" }, obs: "word ".repeat(500_000) }
  await writeRuns(join(cwd, "runs", "long.jsonl"), { long: [look, ...thrash] })
  return cwd
}

test("threads tell what one tells, in the same order", async () => {
  const cwd = await sessions()
  for (const args of [["--json"], ["--all", "--set", "stall_diagnostics.stuck_same_diagnostic_after=2"]]) {
    const one = await call(["replay", "runs", ...args], { cwd })
    const many = await runCli(["replay", "runs", ...args], { cwd })
    expect(many).toEqual({ ...one, signal: null })
    expect(many.stderr).toContain("3a.jsonl:2: the line is not JSON")
  }
})

test("a thread waits with what is far ahead, and is over when the reader is", async () => {
  const cwd = await sessions()
  const dist = join(dirname(command), "dist")
  const file = readdirSync(dist).find((name) =>
    readFileSync(join(dist, name), "utf8").includes("async function* replayInThreads("),
  )
  const built: { readonly replayInThreads: typeof replayInThreads } = await import(
    pathToFileURL(join(dist, file ?? "")).href
  )
  const targets = await readTargets(["runs"], cwd, () => {})
  const done: string[] = []
  const ids: string[] = []
  const settings = {
    format: undefined,
    timeline: true,
    detectors: [{}],
    signal: new AbortController().signal,
  }
  const progress = {
    read: () => {},
    see: () => {},
    advance: ({ name }: { name: string }) => void done.push(name),
  }
  for await (const told of built.replayInThreads(2, targets, settings, progress)) {
    if (told.type === "run") ids.push(told.replays[0]?.id ?? "")
    if (ids.length === 100) break
  }
  expect(ids.slice(0, 2)).toEqual(["0-0", "0-1"])
  expect(ids.slice(79, 92)).toEqual([
    "0-79",
    ...Array.from({ length: 10 }, (_none, at) => `1-${at}`),
    "3-0",
    "3-1",
  ])
  expect(done.indexOf(join("runs", "0.jsonl"))).toBeGreaterThan(0)
  const stop = AbortSignal.abort(new Error("stopped"))
  const stopped = built.replayInThreads(2, targets, { ...settings, signal: stop }, progress)
  await expect(stopped.next()).rejects.toThrow("stopped")
})

test("stopped by Ctrl-C or left by its reader, nothing goes on", async () => {
  const cwd = await sessions()
  const stopped = startCli(["replay", "runs", "--json"], { cwd })
  await stopped.said('"0-3"')
  stopped.kill("SIGINT")
  expect(await stopped.ended).toMatchObject({ code: 130, signal: null })
  const left = startCli(["replay", "runs", "--json"], { cwd })
  await left.said('"0-3"')
  left.stopReading()
  expect(await left.ended).toMatchObject({ signal: null, stderr: "" })
})
