import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { ToolResult } from "../protocol/tool.ts"
import type { StallOptions } from "./config.ts"
import { createDetector } from "./detector.ts"
import { pytestOutput } from "./failures.fixture.ts"
import { type Pair, REPAIR_TOOLS, turnOf } from "./repair_turns.fixture.ts"
import { assertLaw, type Moment, play, recommended } from "./transcripts.fixture.ts"

describe("a run whose failing set keeps reaching a new minimum", () => {
  const ids = Array.from({ length: 6 }, (_, at) => `tests/test_${at % 2}.py::test_${at}`)
  const off: StallOptions = {
    no_net_progress_extend_guard: false,
    turns_since_clean_verify: null,
    token_runaway_after: null,
  }
  const edit = fc.record({ path: fc.constantFrom("a.ts", "b.ts"), content: fc.nat(2), patch: fc.nat(99) })
  const stage = fc.record({
    edits: fc.uniqueArray(edit, { maxLength: 3, selector: ({ path }) => path }),
    reads: fc.nat(3),
    said: fc.boolean(),
    unreadable: fc.boolean(),
    rejected: fc.boolean(),
    detour: fc.boolean(),
    together: fc.boolean(),
    removed: fc.integer({ min: 1, max: 2 }),
  })
  const styles = fc.constantFrom("structured", "pytest", "lines")

  test.each([
    ["base, repair_aware off", {}],
    ["base, repair_aware on", { repair_aware: true }],
    ["recommended", recommended],
    ["recommended, folded with the next reply", { ...recommended, fold: "previous_turn" }],
  ] satisfies [string, StallOptions][])("trips nothing: %s", (_name, column) => {
    const detector = createDetector({ stall_diagnostics: { ...column, ...off }, tools: REPAIR_TOOLS })
    assertLaw(
      fc.property(fc.array(stage, { maxLength: 6 }), styles, (stages, style) => {
        // Only failures from a parser or the tool have a count, so only those have a known minimum.
        const counted = style !== "lines"
        let failing = ids
        let count = 0
        const moments: Moment[] = [...turnOf([[{ name: "run_test" }, failed(failing, style)]])]
        for (const { edits, reads, said, unreadable, rejected, detour, together, removed } of stages) {
          if (said) moments.push(...turnOf([], `Now ${failing.length} tests fail.`))
          if (unreadable)
            moments.push(
              { at: "propose", proposal: { tool_calls: [], had_parse_errors: true } },
              { at: "settle", settlement: { results: [] } },
            )
          for (let read = 0; read < reads; read += 1) {
            count += 1
            moments.push(
              ...turnOf([
                [
                  { name: "read_file", arguments: { path: "src/parser.ts", page: count } },
                  { ok: true, output: `page ${count}` },
                ],
              ]),
            )
          }
          if (rejected && counted)
            moments.push(
              ...turnOf([
                [
                  { name: "apply_fix", arguments: { patch: "old" } },
                  { ok: false, error: "old text not found" },
                ],
              ]),
            )
          const pairs = edits.map(({ path, content, patch }): Pair => {
            count += 1
            const result = {
              ok: true,
              output: "edit applied",
              file_hashes: { [path]: counted ? `h${content}` : `h${count}` },
            }
            return [{ name: "apply_fix", arguments: { path, patch: `${patch}:${count}` } }, result]
          })
          if (!together) for (const pair of pairs) moments.push(...turnOf([pair]))
          if (detour && counted) moments.push(...turnOf([[{ name: "run_test" }, failed(ids, style)]]))
          failing = failing.slice(removed)
          if (failing.length === 0) break
          const run: Pair = [{ name: "run_test" }, failed(failing, style)]
          moments.push(...turnOf(together ? [...pairs, run] : [run]))
        }
        expect(play(detector, moments).flatMap(({ warnings }) => warnings)).toEqual([])
      }),
      5,
    )
  })

  function failed(failing: readonly string[], style: string): ToolResult {
    if (style === "pytest") return { ok: false, output: pytestOutput(failing), exit_code: 1 }
    if (style === "lines")
      return { ok: false, error: failing.map((test_id) => `error in ${test_id}`).join("\n") }
    return { ok: false, diagnostics: failing.map((test_id) => ({ test_id, message: "assert 1 == 2" })) }
  }
})
