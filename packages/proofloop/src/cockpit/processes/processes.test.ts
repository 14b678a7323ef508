import { expect, onTestFinished, test } from "vitest"
import { ask, cockpitOver, listen, memoryRows, TOKEN } from "../cockpit.fixture.ts"
import { createLogRing } from "./log_ring.ts"
import { createProcessList, KEPT_MS, MOST_KEPT, MOST_RUNNING } from "./process_list.ts"

const HEADERS = { "content-type": "application/json", authorization: `Bearer ${TOKEN}` }

/** A cockpit whose processes are programs of Node given as words: the source's action is the program. */
async function bench() {
  const { source } = memoryRows({
    commandOf: async (_id, action) => PROGRAMS[action] ?? null,
  })
  const processes = {
    program: [process.execPath],
    cwd: process.cwd(),
    env: { PATH: process.env["PATH"] ?? "" },
  }
  const { url } = await cockpitOver([source], { token: TOKEN, processes })
  const start = async (body: object) =>
    ask(url, { method: "POST", path: "/api/processes", headers: HEADERS, body: JSON.stringify(body) })
  return { url, start }
}

const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  say: ["-e", `console.log("one"); console.error("two"); process.stdout.write("three")`],
  fail: ["-e", "process.exit(3)"],
  wait: ["-e", `console.log("waits"); setInterval(() => {}, 1000)`],
}

const idOf = ({ body }: { readonly body: string }): string =>
  (JSON.parse(body) as { process: { id: string } }).process.id

test("a process is started, heard to its end, and listed", async () => {
  const { url, start } = await bench()
  const started = await start({ source: "rows", id: "r-1", action: "say" })
  expect(started.status).toBe(201)
  const id = idOf(started)
  const heard = listen(url, { path: `/api/processes/${id}/events`, headers: HEADERS })
  await heard.until(() => heard.events.some(({ type }) => type === "ended"))
  const lines = heard.events
    .filter(({ type }) => type === "line")
    .map(({ data }) => [data["stream"], data["text"]])
  expect(lines.toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual([
    ["stderr", "two"],
    ["stdout", "one"],
    ["stdout", "three"],
  ])
  expect(heard.events.at(-1)?.data).toMatchObject({ status: "done", exit_code: 0, lines: 3 })
  const again = listen(url, {
    path: `/api/processes/${id}/events`,
    headers: { ...HEADERS, "last-event-id": "2" },
  })
  await again.until(() => again.events.some(({ type }) => type === "ended"))
  expect(again.events.map(({ type, id: at }) => [type, at])).toEqual([
    ["line", "3"],
    ["ended", ""],
  ])
  const { body } = await ask(url, { path: "/api/processes", headers: HEADERS })
  expect(JSON.parse(body)).toMatchObject({
    processes: [{ id, row: { source: "rows", id: "r-1" }, status: "done" }],
  })
})

test("one that fails says so, and one that is cancelled ends with what it started", async () => {
  const { url, start } = await bench()
  const failed = idOf(await start({ source: "rows", id: "r-1", action: "fail" }))
  const ended = listen(url, { path: `/api/processes/${failed}/events`, headers: HEADERS })
  await ended.until(() => ended.events.length > 0)
  expect(ended.events[0]?.data).toMatchObject({ status: "failed", exit_code: 3 })
  const waiting = idOf(await start({ source: "rows", id: "r-2", action: "wait" }))
  const heard = listen(url, { path: `/api/processes/${waiting}/events`, headers: HEADERS })
  await heard.until(() => heard.events.some(({ data }) => data["text"] === "waits"))
  expect((await start({ source: "rows", id: "r-2", action: "say" })).status).toBe(409)
  const cancelled = await ask(url, {
    method: "DELETE",
    path: `/api/processes/${waiting}`,
    headers: HEADERS,
  })
  expect(cancelled.status).toBe(202)
  await heard.until(() => heard.events.some(({ type }) => type === "ended"))
  expect(heard.events.at(-1)?.data).toMatchObject({ status: "cancelled" })
})

test.each([
  [{ source: "rows", id: "r-1", action: "nothing" }, 409],
  [{ source: "other", id: "r-1", action: "say" }, 404],
  [{ source: "rows", id: "r-1", action: "say", words: ["--check", "rm"] }, 400],
  [{ source: "rows", repository: "a" }, 400],
  [["say"], 400],
])("%j gets %i", async (body, status) => {
  const { start } = await bench()
  expect((await start(body)).status).toBe(status)
})

test("without the token processes are neither seen nor started", async () => {
  const { url } = await bench()
  for (const path of ["/api/processes", "/api/processes/abc", "/api/processes/abc/events"])
    expect((await ask(url, { path })).status).toBe(401)
  const read_only = await cockpitOver([memoryRows().source])
  expect((await ask(read_only.url, { path: "/api/processes" })).status).toBe(403)
})

test("only so many run at once, and ended ones are forgotten", async () => {
  let at = 0
  const list = createProcessList({ program: [process.execPath], cwd: ".", env: {}, now: () => at })
  onTestFinished(() => list.close())
  const ended = async (id: string) =>
    new Promise<void>((resolve) => void list.follow(id, 0, { line: () => undefined, ended: () => resolve() }))
  const running = Array.from({ length: MOST_RUNNING }, () => list.start(PROGRAMS["wait"] ?? [], null))
  expect(() => list.start([], null)).toThrow(`${MOST_RUNNING} processes run already`)
  const ends = running.map(({ id }) => ended(id))
  for (const { id } of running) list.cancel(id)
  await Promise.all(ends)
  at = KEPT_MS
  expect(list.list()).toHaveLength(MOST_RUNNING)
  at = KEPT_MS + 1
  expect(list.list()).toEqual([])
  expect(() => list.get(running[0]?.id ?? "")).toThrow("there is no process")
  expect(MOST_KEPT).toBe(50)
})

test("of a long output the end is kept, and of a long line its start", () => {
  const heard: number[] = []
  const ring = createLogRing(({ number }) => heard.push(number))
  const out = ring.writer("stdout")
  out.write("x".repeat(3_000_000))
  out.write(`y\n${"line\n".repeat(600)}key ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`)
  out.close()
  const kept = ring.after(0)
  expect([kept.length, ring.count, kept[0]?.number]).toEqual([500, 602, 103])
  expect(kept.at(-1)?.text).toBe("key [redacted]")
  expect(heard).toHaveLength(602)
  expect(ring.after(601).map(({ number }) => number)).toEqual([602])
})

test("when the cockpit ends, so do its processes", async () => {
  const list = createProcessList({ program: [process.execPath], cwd: ".", env: {} })
  const { id } = list.start(PROGRAMS["wait"] ?? [], null)
  await new Promise<void>(
    (resolve) => void list.follow(id, 0, { line: () => resolve(), ended: () => undefined }),
  )
  await list.close()
  expect(list.get(id)).toMatchObject({ status: "cancelled" })
})
