import { expect, it } from "vitest"
import { outlineOf } from "../sessions.fixture.ts"

it("reads a chat file of lines, each reply with its last calls", async () => {
  expect(await outlineOf("gemini_cli_chat.jsonl")).toEqual([
    "run 8f81fe2a-4394-4e4d-954f-b724c2176650 | gemini_cli_chat.jsonl | Gemini CLI | gemini-2.5-pro",
    "0:  (1 + 1)",
    '  0 read_file {"file_path":"cart.js"} [read] ok > export const total = (items) => items.length',
    "1:  (1 + 1)",
    '  1 run_shell_command {"command":"npm test"} [] failed 1 > > test⏎> node --test⏎⏎TAP version 13⏎# Subtest: adds⏎not ok …',
    "2:  (1 + 1)",
    '  2 replace {"file_path":"cart.js","instruction":"sum","old_string":"ite… [edit] ok > Successfully modified file: /shop/cart.js (1 replacements). …',
    "3:  (1 + 1)",
    '  3 replace {"file_path":"cart.js","instruction":"sum","old_string":"not… [edit] failed > Could not find an exact match for \'old_string\' in \'cart.js\'.…',
    "4:  (1 + 1)",
    '  4 run_shell_command {"command":"npm test"} [] ok > > test⏎> node --test⏎⏎TAP version 13⏎# Subtest: adds⏎ok 1 - …',
    "5: The test passes. (1 + 1)",
  ])
})

it("reads a chat file of one document", async () => {
  expect(await outlineOf("gemini_cli_chat.json")).toEqual([
    "run s-1 | gemini_cli_chat.json | Gemini CLI | gemini-2.5-pro",
    "0: I build. (120 + 14)",
    '  0 run_shell_command {"command":"make"} [] failed 2 > make: *** No rule to make target \'all\'.  Stop.',
    '  1 write_file {"file_path":"Makefile","content":"all:\\n"} [edit] interrupted',
    "2: Nothing is left. (130 + 2)",
  ])
})

it("reads what stream-json prints", async () => {
  expect(await outlineOf("gemini_cli_stream.jsonl")).toEqual([
    "run 8f81fe2a-4394-4e4d-954f-b724c2176650 | gemini_cli_stream.jsonl | Gemini CLI | gemini-2.5-pro",
    "0: ",
    '  0 read_file {"file_path":"cart.js"} [read] ok > ',
    "1: ",
    '  1 run_shell_command {"command":"npm test"} [] failed > > test⏎> node --test⏎⏎TAP version 13⏎# Subtest: adds⏎not ok …',
    "2: ",
    '  2 replace {"file_path":"cart.js","instruction":"sum","old_string":"ite… [edit] ok > ',
    "3: ",
    '  3 replace {"file_path":"cart.js","instruction":"sum","old_string":"not… [edit] failed > Error: Could not find an exact match for old_string in \'cart…',
    "4: ",
    '  4 run_shell_command {"command":"npm test"} [] ok > > test⏎> node --test⏎⏎TAP version 13⏎# Subtest: adds⏎ok 1 - …',
    "5: The test passes.",
  ])
})

it("reads contents of the interface", async () => {
  expect(await outlineOf("gemini_cli_contents.json")).toEqual([
    "run gemini_cli_contents | gemini_cli_contents.json | Gemini CLI | -",
    "0: First think.",
    '  0 ls {"path":"."} [read] failed > no such folder',
    "1: It is empty.",
  ])
})
