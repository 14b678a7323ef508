import { tool } from "ai"
import * as z from "zod"
import type { ScriptedReply } from "./scripted_language_model.fixture.ts"

/** What vitest prints of one failing test: durations and times differ from run to run. */
export function vitestFailure(got: number, run = 1): string {
  return ` RUN  v4.1.12 /home/dev/demo

 ❯ sum.test.ts (2 tests | 1 failed) ${run}ms
     × adds 1${run}ms

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  sum.test.ts > adds
AssertionError: expected ${got} to be 3 // Object.is equality
 ❯ sum.test.ts:4:30

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯

 Test Files  1 failed (1)
      Tests  1 failed | 1 passed (2)
   Start at  23:07:${10 + run}
   Duration  ${100 + run}ms
`
}

export const VITEST_PASS = ` RUN  v4.1.12 /home/dev/demo

 ✓ sum.test.ts (2 tests) 4ms

 Test Files  1 passed (1)
      Tests  2 passed (2)
   Duration  260ms
`

/** The two tools of an ordinary coding agent, undeclared; `shell` gives what `outcome` says of its n-th call. */
export function codingTools(outcome: (call: number) => unknown) {
  let calls = 0
  return {
    edit_file: tool({
      inputSchema: z.object({ path: z.string(), content: z.string() }),
      execute: async () => "saved",
    }),
    shell: tool({
      inputSchema: z.object({ command: z.string() }),
      execute: async (): Promise<unknown> => outcome((calls += 1)),
    }),
  }
}

/** Odd replies edit, each time another way; even ones run the tests; the one after `turns` gives up. */
export function editAndTest(turns: number): (call: number) => ScriptedReply {
  return (call) => {
    if (call > turns) return { text: "I could not fix it." }
    if (call % 2 === 0) return { calls: [{ name: "shell", input: { command: "npx vitest run" } }] }
    return {
      calls: [{ name: "edit_file", input: { path: "sum.ts", content: `return a + b + ${call * 7919}` } }],
    }
  }
}
