import fc from "fast-check"
import { expect, test } from "vitest"
import { createDetector } from "./detector.ts"
import { failureText, meaningCount, noise } from "./failures.fixture.ts"
import { REPAIR_TOOLS, turnOf } from "./repair_turns.fixture.ts"
import { anyKnobs, assertLaw, type Moment, play } from "./transcripts.fixture.ts"

test("noise in failing output changes nothing but what is quoted of it", () => {
  const failure = fc.tuple(fc.integer({ min: 0, max: meaningCount - 1 }), noise, noise)
  const call = fc.constantFrom("run_test", "lint", "apply_fix", "read_file", "undeclared")
  const run = fc
    .array(fc.tuple(call, fc.option(failure, { freq: 3 })), { maxLength: 5 })
    .chain((kinds) => fc.array(fc.constantFrom(...kinds, ["run_test", null] as const), { maxLength: 20 }))
  assertLaw(
    fc.property(anyKnobs, run, (stall_diagnostics, turns) => {
      const detector = createDetector({ stall_diagnostics, tools: REPAIR_TOOLS })
      const moments = (which: 1 | 2): readonly Moment[] =>
        turns.flatMap(([name, failing]) =>
          turnOf([
            [
              { name },
              failing === null
                ? { ok: true, output: "fine" }
                : { ok: false, error: failureText(failing[0], failing[which]) },
            ],
          ]),
        )
      expect(unquoted(play(detector, moments(1)))).toBe(unquoted(play(detector, moments(2))))
    }),
    5,
  )
})

/** Steps as text, without the snippets and the feedback that quotes them. */
function unquoted(steps: readonly unknown[]): string {
  return JSON.stringify(steps, (key, value: unknown) =>
    key.endsWith("snippet") || key === "says" || (key === "rejection" && typeof value === "string")
      ? ""
      : key === "feedback" && typeof value === "string"
        ? value.replaceAll(/^> .*$/gm, ">")
        : value,
  )
}
