import { expect, test } from "vitest"
import { createAgentLoop } from "../../loop/create_agent_loop.ts"
import { calls, repairTools } from "../../loop/loop.fixture.ts"
import { scriptedModel } from "../../models/scripted.ts"
import { memoryJournal } from "../../testing/memory_journal.ts"
import { toSseResponse, toSseStream } from "./sse.ts"

const loop = () =>
  createAgentLoop({
    model: scriptedModel([calls("look"), { text: "Done." }], { turn_from: "transcript" }),
    tools: repairTools(),
    final_wrapup: false,
  })

const read = (stream: ReadableStream<Uint8Array>): Promise<string> => new Response(stream).text()

/** The blocks of a stream as [id, type]. */
function frames(text: string): readonly (readonly [string, string])[] {
  const blocks = text.split("\n\n").filter((block) => block !== "" && !block.startsWith(":"))
  return blocks.map((block) => {
    const field = (name: string): string => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? ""
    expect(JSON.parse(field("data"))).toMatchObject({ type: field("event") })
    return [field("id"), field("event")]
  })
}

test("a run is told as server-sent events whose ids are its sequence numbers", async () => {
  const response = toSseResponse(loop().run("look"))
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8")
  const told = frames(await response.text())
  expect(told[0]).toEqual(["1", "run_start"])
  expect(told.at(-1)?.[1]).toBe("run_end")
  const numbers = told.filter(([, type]) => type !== "model_delta").map(([id]) => Number(id))
  expect(numbers).toEqual(numbers.map((_number, index) => index + 1))
  const before = told[told.findIndex(([, type]) => type === "model_delta") - 1]
  expect(told.find(([, type]) => type === "model_delta")?.[0]).toBe(`${before?.[0]}.1`)
})

test("a reader that comes again gets what followed, each piece of a reply once", async () => {
  const run = loop().run("look")
  const all = frames(await read(toSseStream(run)))
  for (const [index, [last_event_id]] of all.entries()) {
    const rest = frames(await read(toSseStream(run, { last_event_id })))
    expect(rest).toEqual(all.slice(index + 1))
  }
})

test("a run that goes on from its journal goes on in the reader's numbers", async () => {
  const journal = memoryJournal()
  const run = loop().run("look", { journal })
  run.suspend()
  const first = frames(await read(toSseStream(run)))
  const last_event_id = first.at(-1)?.[0]
  const resumed = await loop().resume(memoryJournal({ lines: [...journal.lines] }))
  const then = frames(await read(toSseStream(resumed, { last_event_id })))
  expect(then.map(([, type]) => type)).toContain("run_resumed")
  expect(then.filter(([id]) => id !== "").every(([id]) => Number(id) > Number(last_event_id))).toBe(true)
  expect(then.at(-1)?.[1]).toBe("run_end")
})

test("leaving the stream leaves the run alone", async () => {
  const run = loop().run("look")
  const reader = toSseStream(run).getReader()
  await reader.read()
  await reader.cancel()
  expect((await run.result).status).toBe("done")
})

test("an id that is none of ours is refused", () => {
  expect(() => toSseStream(loop().run("look"), { last_event_id: "abc" })).toThrow(
    'toSseStream.last_event_id: expected the id of an event, or null, got the string "abc".',
  )
})
