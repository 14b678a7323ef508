import { expect, test } from "vitest"
import { contradiction } from "./contradiction.ts"

// @requirement loop.proof.consistent
test.each<readonly [answer: unknown, words: string]>([
  [{ ok: "false" }, 'its ok is the text "false"'],
  [{ success: "no" }, 'its success is the text "no"'],
  [{ ok: true, status: "failed" }, 'its status is "failed"'],
  [{ ok: true, status: "TIMEOUT" }, 'its status is "TIMEOUT"'],
  [{ ok: true, timed_out: true }, "it timed out"],
  [{ ok: true, signal: "SIGKILL" }, "it was ended by SIGKILL"],
  [{ ok: true, exit_code: 1 }, "its exit code is 1"],
  [{ ok: 1, exit_code: "1" }, "its exit code is 1"],
  [{ ok: true, exit_code: Object.create(null) as unknown }, "its exit code is {}"],
  [{ ok: true, error: "1 test failed" }, "it has an error"],
  [{ ok: true, error: new Error("boom") }, "it has an error"],
  [{ ok: true, errors: ["adds failed"] }, "it reports a failure"],
  [
    { ok: true, diagnostics: [{ message: "x", severity: "error" }, { message: "y" }] },
    "it reports 2 failures",
  ],
  [{ ok: true, error_count: 3 }, "it reports 3 failures"],
])("%o says that %s", (answer, words) => {
  expect(contradiction(answer)).toBe(words)
})

test.each<readonly [answer: unknown]>([
  [{ ok: true, output: "2 passed" }],
  [{ ok: 1, status: "done", exit_code: 0 }],
  [{ success: true, exit_code: null, signal: null, error: null, errors: [], diagnostics: [] }],
  [{ ok: true, exit_code: "0", error: "", timed_out: false, signal: "" }],
  [
    {
      ok: true,
      diagnostics: [
        { message: "unused", severity: "warning" },
        { message: "long", level: "info" },
      ],
    },
  ],
  [{ ok: true, errors: [{ message: "ESLint's 1 is a warning", severity: 1 }], error_count: 0 }],
  [{ status: "success" }],
  ["text"],
  [null],
])("%o says nothing against itself", (answer) => {
  expect(contradiction(answer)).toBe("")
})
