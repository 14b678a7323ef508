import { expect, it } from "vitest"
import { outlineOf } from "../sessions.fixture.ts"

it("reads requests as turns, with what Cline showed of them", async () => {
  expect(await outlineOf("cline_ui_messages.json")).toEqual([
    "run cline_ui_messages | cline_ui_messages.json | Cline | -",
    "0: Look first. (500 + 40)",
    '  0 searchFiles {"path":".","regex":"total"} [search] ok > cart.js⏎  total',
    "1:  (600 + 20)",
    '  1 execute_command {"command":"npm test"} [] failed > # pass 0⏎# fail 1⏎not ok 1 - adds',
    "2: I edit it.",
    '  2 editedExistingFile {"path":"cart.js","content":"-a\\n+b"} [edit] failed > The search block does not match.',
    "3: ",
    '  3 query {"sql":"select 1"} [read] ok > 1',
    "skipped -: a message that is neither ask nor say",
    "4: Stopped.",
  ])
})
