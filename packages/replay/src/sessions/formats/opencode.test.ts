import { expect, it } from "vitest"
import { outlineOf } from "../sessions.fixture.ts"

it("reads an export", async () => {
  expect(await outlineOf("opencode_export.json")).toEqual([
    "run ses_df88a6fb0ffeFDRvLSi4ozlI26 | opencode_export.json | opencode | mock",
    "0:  (1 + 1)",
    '  0 read {"filePath":"/shop/cart.js"} [read] ok > <path>/shop/cart.js</path>⏎<type>file</type>⏎<content>⏎1: ex…',
    "1:  (1 + 1)",
    '  1 bash {"command":"npm test"} [] failed 1 > > test⏎> node --test⏎⏎TAP version 13⏎# Subtest: adds⏎not ok …',
    "2:  (1 + 1)",
    '  2 edit {"filePath":"/shop/cart.js","oldString":"items.length","newS… [edit] ok > Edit applied successfully.',
    "3:  (1 + 1)",
    '  3 edit {"filePath":"/shop/cart.js","oldString":"nothing","newString… [edit] failed > Could not find oldString in the file. It must match exactly,…',
    "4:  (1 + 1)",
    '  4 bash {"command":"npm test"} [] ok 0 > > test⏎> node --test⏎⏎TAP version 13⏎# Subtest: adds⏎ok 1 - …',
    "5: The test passes. (1 + 1)",
  ])
})

it("reads what a run prints as JSON", async () => {
  expect(await outlineOf("opencode_stream.jsonl")).toEqual([
    "run ses_df88a6fb0ffeFDRvLSi4ozlI26 | opencode_stream.jsonl | opencode | -",
    "0:  (1 + 1)",
    '  0 read {"filePath":"/shop/cart.js"} [read] ok > <path>/shop/cart.js</path>⏎<type>file</type>⏎<content>⏎1: ex…',
    "1:  (1 + 1)",
    '  1 bash {"command":"npm test"} [] failed 1 > > test⏎> node --test⏎⏎TAP version 13⏎# Subtest: adds⏎not ok …',
    "2:  (1 + 1)",
    '  2 edit {"filePath":"/shop/cart.js","oldString":"items.length","newS… [edit] ok > Edit applied successfully.',
    "3:  (1 + 1)",
    '  3 edit {"filePath":"/shop/cart.js","oldString":"nothing","newString… [edit] failed > Could not find oldString in the file. It must match exactly,…',
    "4:  (1 + 1)",
    '  4 bash {"command":"npm test"} [] ok 0 > > test⏎> node --test⏎⏎TAP version 13⏎# Subtest: adds⏎ok 1 - …',
    "5: The test passes. (1 + 1)",
  ])
})
