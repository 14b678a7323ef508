import { expect, it } from "vitest"
import { outlineOf } from "../sessions.fixture.ts"

it("reads the log of hooks", async () => {
  expect(await outlineOf("proofloop_hooks.jsonl")).toMatchInlineSnapshot(`
    [
      "run s1 | proofloop_hooks.jsonl | claude-code | -",
      "0: ",
      "  0 Write {"file_path":"/work/src/sum.ts","content":"a"} [edit] ok > File created successfully at: /work/src/sum.ts",
      "1: ",
      "  1 Bash {"command":"npm test"} [] failed 1 > FAIL src/sum.test.ts⏎AssertionError: expected 3, got 4⏎ 1 fa…",
      "2: ",
      "  2 Write {"file_path":"/work/src/sum.ts","content":"b"} [edit] ok > File created successfully at: /work/src/sum.ts",
      "3: ",
      "  3 Bash {"command":"npm test"} [] failed 1 > FAIL src/sum.test.ts⏎AssertionError: expected 3, got 4⏎ 1 fa…",
      "4: ",
      "  4 Bash {"command":"npm test | tail -3"} [] ok 0 > Tests  12 passed (12)",
      "5: ",
      "  5 Bash {"command":"npm test"} [] ok 0 > Tests  12 passed (12)",
    ]
  `)
})
