import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { loadCases } from "./load_cases.ts"

const GOLDEN = `requirement: critics.g1
kind: golden
subject: critic
cases:
  first:
    description: the first one is told
    input: {}
    expect: {}
  second:
    description: the second one is told
    requirement: critics.g2
    twin_of: first
    input: {}
    expect: {}
`

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "proofloop cases "))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, "critics"))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

test("cases of one file have its path and their name as id, and share its head unless they say otherwise", async () => {
  const cases = await loadCases(await folderOf({ "critics/g1.yaml": GOLDEN }))
  expect(cases).toMatchObject([
    { id: "critics/g1/first", requirement: "critics.g1", kind: "golden", subject: "critic" },
    { id: "critics/g1/second", requirement: "critics.g2", twin_of: "critics/g1/first" },
  ])
  expect(cases[0]).not.toHaveProperty("cases")
})

test.each([
  ["g1/sec", ["critics/g1/second"]],
  ["critics.g1", ["critics/g1/first"]],
  ["critics/", ["critics/g1/first", "critics/g1/second"]],
  ["is told", []],
])("the filter %s keeps what has it in its id or requirement", async (filter, ids) => {
  const cases = await loadCases(await folderOf({ "critics/g1.yaml": GOLDEN }), filter)
  expect(cases.map(({ id }) => id)).toEqual(ids)
})

test.each([
  [
    "lacks a field",
    GOLDEN.replace("    twin_of: first\n    input: {}\n", ""),
    "critics/g1/second is not a case: ",
  ],
  ["is no record", `${GOLDEN}  third: 3\n`, "critics/g1/third is not a case: "],
  ["comes twice", GOLDEN.replace("  second:", "  first:"), "Map keys must be unique"],
  ["stands in a list", "cases:\n  - name: first\n", '"cases" is not a map of cases by name'],
])("a case that %s spoils the suite by its name", async (_what, text, message) => {
  await expect(loadCases(await folderOf({ "critics/g1.yaml": text }))).rejects.toThrow(message)
})
