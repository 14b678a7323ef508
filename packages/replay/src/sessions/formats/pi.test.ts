import { expect, it } from "vitest"
import { outlineOf } from "../sessions.fixture.ts"

it("reads a session", async () => {
  expect(await outlineOf("pi_session.jsonl")).toEqual([
    "run 01a20775-de93-7768-a286-0e671da88e41 | pi_session.jsonl | pi | mock",
    "0:  (1 + 1)",
    '  0 read {"path":"cart.js"} [read] ok > export const total = (items) => items.length',
    "1:  (1 + 1)",
    '  1 bash {"command":"npm test"} [] failed 1 > > test⏎> node --test⏎⏎TAP version 13⏎# Subtest: adds⏎not ok …',
    "2:  (1 + 1)",
    '  2 edit {"path":"cart.js","edits":[{"oldText":"items.length","newTex… [edit] failed > edits[0] and edits[1] overlap in cart.js. Merge them into on…',
    "3:  (1 + 1)",
    '  3 edit {"path":"cart.js","edits":[{"oldText":"nothing","newText":"x… [edit] failed > Could not find edits[0] in cart.js. The oldText must match e…',
    "4:  (1 + 1)",
    '  4 bash {"command":"npm test"} [] failed 1 > > test⏎> node --test⏎⏎TAP version 13⏎# Subtest: adds⏎not ok …',
    "5: The test passes. (1 + 1)",
  ])
})

it("reads what pi prints as JSON", async () => {
  expect(await outlineOf("pi_stream.jsonl")).toEqual([
    "run 01a20775-de93-7768-a286-0e671da88e41 | pi_stream.jsonl | pi | mock",
    "0:  (1 + 1)",
    '  0 read {"path":"cart.js"} [read] ok > export const total = (items) => items.length',
    "1:  (1 + 1)",
    '  1 bash {"command":"npm test"} [] failed 1 > > test⏎> node --test⏎⏎TAP version 13⏎# Subtest: adds⏎not ok …',
    "2:  (1 + 1)",
    '  2 edit {"path":"cart.js","edits":[{"oldText":"items.length","newTex… [edit] failed > edits[0] and edits[1] overlap in cart.js. Merge them into on…',
    "3:  (1 + 1)",
    '  3 edit {"path":"cart.js","edits":[{"oldText":"nothing","newText":"x… [edit] failed > Could not find edits[0] in cart.js. The oldText must match e…',
    "4:  (1 + 1)",
    '  4 bash {"command":"npm test"} [] failed 1 > > test⏎> node --test⏎⏎TAP version 13⏎# Subtest: adds⏎not ok …',
    "5: The test passes. (1 + 1)",
  ])
})
