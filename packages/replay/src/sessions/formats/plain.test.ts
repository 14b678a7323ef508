import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { itemsOf, outlineOf } from "../sessions.fixture.ts"

it("reads a run a line, an event a turn", async () => {
  expect(await outlineOf("plain.jsonl")).toEqual([
    "run run-1 | shop-bench | fixer | model-a",
    "0: ",
    '  0 run_tests {"command":"pytest -q"} [] failed > ============================= test session starts ==========…',
    "1: Add the tax.",
    '  1 apply_edits {"files":["cart.py"]} [edit] ok > edit applied',
    "2: Your reply held no command.",
    "3: ",
    '  3 run_tests {"command":"pytest -q"} [] interrupted',
    "skipped 4: the line is not JSON",
    "run run-2 | plain.jsonl | fixer | -",
  ])
})

it("keeps the positions of events behind one that is none, and tells runs without events", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proofloop-plain-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, "runs.jsonl")
  const call = { tool: "ls", args: {}, obs: "a" }
  await writeFile(
    file,
    [[], [1, call]].map((events, id) => `${JSON.stringify({ id: `${id}`, events })}\n`).join(""),
  )
  const items = await itemsOf(file, "plain")
  expect(
    items.map((item) => (item.type === "turn" ? item.turn.calls.map(({ event }) => event) : item.type)),
  ).toEqual(["run", "skipped", "run", [], [1]])
})

it("reads what the user says, which takes no position", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proofloop-plain-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, "runs.jsonl")
  const call = { tool: "ls", args: {}, obs: "a" }
  const events = [call, { user: "Once more." }, call, call]
  await writeFile(file, `${JSON.stringify({ id: "1", events })}\n`)
  const turns = (await itemsOf(file)).flatMap((item) => (item.type === "turn" ? [item.turn] : []))
  expect(turns.map(({ event, after_user }) => [event, after_user === true])).toEqual([
    [0, false],
    [1, true],
    [2, false],
  ])
})
