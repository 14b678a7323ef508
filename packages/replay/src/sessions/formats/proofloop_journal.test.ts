import { expect, it } from "vitest"
import { outlineOf } from "../sessions.fixture.ts"

it("reads the journal of a run, verdicts as well", async () => {
  expect(await outlineOf("proofloop_journal.jsonl")).toMatchInlineSnapshot(`
    [
      "run 50260805-4ed2-4273-83cd-d79bcbb9510c | proofloop_journal.jsonl | proofloop | -",
      "0: Try number 1 (1027 + 19)",
      "  0 write_file {"path":"a.mjs","content":"export const a = 1 // 1\\n"} [edit] ok > replaced a.mjs (24 bytes)",
      "1:  (1052 + 9)",
      "  1 run_check {"command":"node --test"} [] failed > There is no tool named "run_check". The tools are: read_file…",
      "2: Try number 3 (1091 + 19)",
      "  2 write_file {"path":"a.mjs","content":"export const a = 1 // 3\\n"} [edit] ok > replaced a.mjs (24 bytes)",
      "  3 verify_completion {"check":"node --test"} [test] failed 1 > TAP version 13⏎# Subtest: two⏎not ok 1 - two⏎  ---⏎  duratio…",
      "4:  (1354 + 9)",
      "  4 run_check {"command":"node --test"} [] failed > There is no tool named "run_check". The tools are: read_file…",
      "5: Try number 5 (1393 + 19)",
      "  5 write_file {"path":"a.mjs","content":"export const a = 1 // 5\\n"} [edit] ok > replaced a.mjs (24 bytes)",
      "  6 verify_completion {"check":"node --test"} [test] failed 1 > TAP version 13⏎# Subtest: two⏎not ok 1 - two⏎  ---⏎  duratio…",
    ]
  `)
})
