import { expect, it } from "vitest"
import { outlineOf } from "../sessions.fixture.ts"

it("reads a session of lines", async () => {
  expect(await outlineOf("goose_session.jsonl")).toEqual([
    "run goose_session | goose_session.jsonl | goose | -",
    "0: I test.",
    '  0 shell {"command":"pytest -q"} [] failed > FAILED test_cart.py::test_total - assert 3 == 4⏎1 failed in …',
    "1: Edit it.",
    '  1 text_editor {"command":"str_replace","path":"cart.py","old_str":"a","new… [edit] failed > No match found for replacement',
    "2: It has no match.",
  ])
})

it("reads an export, with calls of a response as a message each", async () => {
  expect(await outlineOf("goose_export.json")).toEqual([
    "run 20260101_1 | goose_export.json | goose | gpt-4o",
    "0: ",
    '  0 shell {"command":"ls"} [] ok > cart.py',
    '  1 shell {"command":"pwd"} [] ok > /shop',
    "2: Done.",
  ])
})
