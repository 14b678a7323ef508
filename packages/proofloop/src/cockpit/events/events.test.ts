import { connect } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { ask, cockpitOver, listen, memoryRows } from "../cockpit.fixture.ts"

const notesIn = (events: readonly { readonly type: string; readonly data: object }[]) =>
  events.flatMap(({ type, data }) => (type === "note" ? [(data as { position: number }).position] : []))

test("a client hears what happens, and after a break what it missed, once", async () => {
  const rows = memoryRows()
  rows.note("r-1", "before anybody listened")
  const { url } = await cockpitOver([rows.source])
  const first = listen(url)
  await first.until(() => first.events.some(({ type }) => type === "ready"))
  expect(first.events.at(-1)?.id).toBe("rows=1")
  for (const id of ["r-1", "r-2"]) rows.note(id)
  await first.until(() => notesIn(first.events).length === 2)
  expect(first.events.at(-1)).toMatchObject({
    id: "rows=3",
    type: "note",
    data: { source: "rows", row_id: "r-2" },
  })
  first.stop()
  for (const id of ["r-3", "r-1", "r-2"]) rows.note(id)
  const second = listen(url, { headers: { "last-event-id": "rows=3" } })
  await second.until(() => second.events.some(({ type }) => type === "ready"))
  expect(notesIn(second.events)).toEqual([4, 5, 6])
  rows.note("r-9")
  await second.until(() => notesIn(second.events).includes(7))
  expect(notesIn(second.events)).toEqual([4, 5, 6, 7])
})

test("what no note tells is told as well", async () => {
  const rows = memoryRows()
  const { url } = await cockpitOver([rows.source])
  const heard = listen(url)
  await heard.until(() => heard.events.some(({ type }) => type === "ready"))
  // The first look remembers; a change after it is told.
  for (; !heard.events.some(({ type }) => type === "standing");) {
    rows.wait()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(heard.events.find(({ type }) => type === "standing")?.data).toEqual({ source: "rows" })
})

test("a client that missed too much reads everything anew", async () => {
  const rows = memoryRows()
  for (let count = 0; count < 600; count += 1) rows.note("r-1")
  const { url } = await cockpitOver([rows.source])
  const heard = listen(url, { headers: { "last-event-id": "rows=0" } })
  await heard.until(() => heard.events.some(({ type }) => type === "ready"))
  expect(heard.events.map(({ type }) => type)).toEqual(["reset", "ready"])
  expect(heard.events[0]?.id).toBe("rows=600")
})

test("a client with a place of another store reads everything anew, and hears what comes", async () => {
  const rows = memoryRows()
  rows.note("r-1")
  const { url } = await cockpitOver([rows.source])
  const heard = listen(url, { headers: { "last-event-id": "rows=999999999999999" } })
  await heard.until(() => heard.events.some(({ type }) => type === "ready"))
  expect(heard.events.map(({ type, id }) => [type, id])).toEqual([
    ["reset", "rows=1"],
    ["ready", "rows=1"],
  ])
  rows.note("r-2")
  await heard.until(() => notesIn(heard.events).includes(2))
})

test.each(["", "rows=x", "rows=-1;;=", "other=3", `rows=${"9".repeat(30)}`, "x".repeat(9000)])(
  "a place %.20j that is none counts as new",
  async (place) => {
    const rows = memoryRows()
    rows.note("r-1")
    const { url } = await cockpitOver([rows.source])
    const heard = listen(url, { headers: { "last-event-id": place } })
    await heard.until(() => heard.events.some(({ type }) => type === "ready"))
    expect(notesIn(heard.events)).toEqual([])
  },
)

test("silence is broken by a comment", async () => {
  const { url } = await cockpitOver([memoryRows().source], { silence_ms: 20 })
  const heard = listen(url)
  await heard.until(() => heard.comments >= 2)
  expect(heard.status).toBe(200)
})

test("of a hundred clients the last get 503, and the store is looked at for all at once", async () => {
  const rows = memoryRows()
  let looks = 0
  const source = {
    ...rows.source,
    pulse: async () => {
      looks += 1
      return { standing: "", live: "" }
    },
  }
  const { url } = await cockpitOver([source], { poll_ms: 60_000 })
  const clients = Array.from({ length: 100 }, () => listen(url))
  const isSettled = ({ status, events }: (typeof clients)[number]) =>
    status === 503 || events.some(({ type }) => type === "ready")
  for (const client of clients) await client.until(() => isSettled(client)).catch(() => undefined)
  const open = clients.filter(({ status }) => status === 200)
  expect([open.length, clients.filter(({ status }) => status === 503).length]).toEqual([64, 36])
  expect(looks).toBe(1)
  for (const client of clients) client.stop()
  for (;;) {
    const again = listen(url)
    await again.until(() => isSettled(again)).catch(() => undefined)
    if (again.status === 200) break
  }
})

test("a client that never reads is dropped, and the others hear on", async () => {
  const rows = memoryRows()
  const { url } = await cockpitOver([rows.source])
  const { hostname, port } = new URL(url)
  const deaf = connect(Number(port), hostname)
  onTestFinished(() => void deaf.destroy())
  deaf.on("error", () => undefined)
  const gone = new Promise<void>((resolve) => deaf.once("close", () => resolve()))
  deaf.write(`GET /api/events HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`)
  await new Promise<void>((resolve) => deaf.once("readable", () => resolve()))
  deaf.pause()
  const heard = listen(url)
  await heard.until(() => heard.events.some(({ type }) => type === "ready"))
  const text = "x".repeat(5000)
  // More than what the system and the server keep for it, as fast as a reader can take it.
  for (let sent = 0; sent < 20_000;) {
    for (let count = 0; count < 100; count += 1, sent += 1) rows.note("r-1", text)
    const last = sent
    await heard.until(() => notesIn(heard.events.slice(-1)).includes(last))
  }
  expect(notesIn(heard.events)).toHaveLength(20_000)
  expect(JSON.stringify(heard.events.at(-1)?.data).length).toBeLessThan(1200)
  deaf.resume()
  await gone
  expect((await ask(url, { path: "/api/overview" })).status).toBe(200)
})

test("a stream asked for with HEAD is refused, and takes no place", async () => {
  const { url } = await cockpitOver([memoryRows().source], { max_clients: 1 })
  expect(await ask(url, { path: "/api/events", method: "HEAD" })).toMatchObject({ status: 405, body: "" })
  const heard = listen(url)
  await heard.until(() => heard.events.some(({ type }) => type === "ready"))
})
