import { expect, it } from "vitest"
import { outlineOf } from "../sessions.fixture.ts"

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
    "skipped 4: the line is no JSON",
    "run run-2 | plain.jsonl | fixer | -",
  ])
})
