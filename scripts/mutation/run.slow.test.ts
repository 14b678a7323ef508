import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"

test("the mutation run finds every mutant of a small file", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url))
  const args = ["scripts/mutation/run.mjs", "--only", "stall/poll.ts", "--json"]
  const output = execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" })
  const { files } = JSON.parse(output.slice(output.indexOf("{"))) as {
    files: readonly { name: string; found: number; missed: readonly string[] }[]
  }
  expect(files.map(({ name, missed }) => ({ name, missed }))).toEqual([{ name: "stall/poll.ts", missed: [] }])
  expect(files[0]?.found).toBeGreaterThan(4)
})
