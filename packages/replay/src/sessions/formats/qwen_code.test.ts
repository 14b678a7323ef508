import { expect, it } from "vitest"
import { outlineOf } from "../sessions.fixture.ts"

it("reads a chat", async () => {
  expect(await outlineOf("qwen_code_chat.jsonl")).toEqual([
    "run 4fd76496-63fa-4846-96a5-1c6332e3da7c | qwen_code_chat.jsonl | Qwen Code | mock",
    "0:  (1 + 1)",
    '  0 read_file {"file_path":"/shop/cart.js"} [read] ok > export const total = (items) => items.length',
    "1:  (1 + 1)",
    '  1 run_shell_command {"command":"npm test","is_background":false} [] failed 1 > > test⏎> node --test⏎⏎✖ adds (1.028775ms)⏎ℹ tests 1⏎ℹ suites…',
    "2:  (1 + 1)",
    '  2 edit {"file_path":"/shop/cart.js","old_string":"items.length","ne… [edit] ok > The file: /shop/cart.js has been updated. Showing lines 1-2 …',
    "3:  (1 + 1)",
    '  3 edit {"file_path":"/shop/cart.js","old_string":"nothing","new_str… [edit] failed > Failed to edit, 0 occurrences found for old_string in /shop/…',
    "4:  (1 + 1)",
    '  4 run_shell_command {"command":"npm test","is_background":false} [] ok 0 > > test⏎> node --test⏎⏎✔ adds (0.599861ms)⏎ℹ tests 1⏎ℹ suites…',
    "5: The test passes. (1 + 1)",
  ])
})
