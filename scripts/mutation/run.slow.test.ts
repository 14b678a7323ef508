import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"

test("the mutation run finds every mutant of a small file", () => {
  const { name, missed, found } = onlyFile("stall/poll.ts")
  expect({ name, missed }).toEqual({ name: "stall/poll.ts", missed: [] })
  expect(found).toBeGreaterThan(4)
})

test("the mutation run misses the mutants that change nothing", () => {
  const { equivalent, stale } = onlyFile("evidence/failing_line.ts")
  expect({ equivalent, stale }).toEqual({ equivalent: 3, stale: [] })
})

test("a sample counts as many mutants as it was asked for", () => {
  const { found, missed, equivalent, stale } = onlyFile("evidence/failing_line.ts", "--sample", "7")
  expect(found + missed.length + equivalent).toBe(7)
  expect(stale).toEqual([])
})

interface FileReport {
  readonly name: string
  readonly found: number
  readonly equivalent: number
  readonly missed: readonly unknown[]
  readonly stale: readonly unknown[]
}

function onlyFile(file: string, ...more: readonly string[]): FileReport {
  const root = fileURLToPath(new URL("../..", import.meta.url))
  const args = ["scripts/mutation/run.mjs", "--only", file, "--json", "--fresh", ...more]
  const output = execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" })
  const { files } = JSON.parse(output.slice(output.indexOf("{"))) as { files: readonly FileReport[] }
  const [report, ...others] = files
  if (report === undefined || others.length > 0) throw new Error(`expected one file, got ${output}`)
  return report
}
