import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { itemsOf, outlineOf } from "../sessions.fixture.ts"

it("reads messages for models", async () => {
  expect(await outlineOf("ai_sdk_model_messages.json")).toEqual([
    "run ai_sdk_model_messages | ai_sdk_model_messages.json | - | -",
    "0: I run the tests.",
    '  0 bash {"command":"npm test"} [] failed 1 > > shop@1.0.0 test⏎> node --test⏎⏎✖ adds tax to the total (1.…',
    '  1 readFile {"path":"cart.js"} [read] ok > export const total',
    "2: ",
    '  2 editFile {"path":"cart.js","content":"x"} [edit] ok > {"ok":true}',
    "3: ",
    '  3 bash {"command":"git push"} [] refused > not now',
    "4: Done.",
  ])
})

it("reads messages of the interface, a turn a step", async () => {
  expect(await outlineOf("ai_sdk_ui_messages.json")).toEqual([
    "run chat-7 | ai_sdk_ui_messages.json | - | -",
    "0: I run the tests.",
    '  0 bash {"command":"npm test"} [] failed 1 > ✖ adds tax',
    "1: ",
    '  1 editFile {"path":"cart.js"} [edit] failed > old text not found',
    '  2 bash {"command":"git push"} [] refused > not now',
    "3: I could not.",
    '  3 bash {"command":"ls"} [] interrupted',
  ])
})

it("reads messages of version 4", async () => {
  expect(await outlineOf("ai_sdk_4.jsonl")).toEqual([
    "run ai_sdk_4 | ai_sdk_4.jsonl | - | -",
    "0: I look.",
    '  0 getWeather {"city":"Bonn"} [read] failed > {"error":"no network"}',
    "1: ",
    '  1 getWeather {"city":"Bonn"} [read] ok > rain',
    "2: It rains.",
  ])
})

it("reads the steps of a result", async () => {
  expect(await outlineOf("ai_sdk_steps.json")).toEqual([
    "run ai_sdk_steps | ai_sdk_steps.json | - | -",
    "0: I look. (100 + 20)",
    '  0 readFile {"path":"a.js"} [read] failed > ENOENT',
    "1: Done. (130 + 5)",
  ])
})

it("gives each part of a shown reply its own result, though ids are empty or equal", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proofloop-ai-sdk-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, "chat.json")
  const part = (toolCallId: string | undefined, output: string | undefined) => ({
    type: "tool-bash",
    toolCallId,
    input: {},
    state: output === undefined ? "input-available" : "output-available",
    output,
  })
  const parts = [part("", undefined), part("", "1"), part(undefined, "2"), part("a", "3"), part("a", "4")]
  await writeFile(file, JSON.stringify([{ role: "assistant", parts }]))
  const items = await itemsOf(file)
  const outputs = items.flatMap((item) =>
    item.type === "turn" ? item.turn.calls.map(({ result }) => result.output) : [],
  )
  expect(outputs).toEqual([undefined, "1", "2", "3", "4"])
})
