import { expect, it } from "vitest"
import { editablePaths } from "./propose_edits.ts"

const hit = (path: string) => ({ path, line_start: 1, line_end: 1, snippet: "" })

it("lets an edit touch what runs without being called only when the plan, and so who approved it, names it", () => {
  const hits = ["src/a.ts", "Makefile", "package.json"].map(hit)
  const planned = (path: string) => ({ files: [{ path, operation: "edit" as const, loc_estimate: 10 }] })
  expect(editablePaths(planned("src/b.ts"), hits)).toEqual(["src/b.ts", "src/a.ts"])
  expect(editablePaths(planned("Makefile"), hits)).toEqual(["Makefile", "src/a.ts"])
})
