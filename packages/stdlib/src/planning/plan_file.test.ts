import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readPlan } from "./plan_file.ts"

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plan-"))
})
afterAll(() => rm(folder, { recursive: true }))

async function read(name: string, text: string) {
  const path = join(folder, name)
  await writeFile(path, text)
  return readPlan(path)
}

test("JSON and YAML hold the same plan, with or without a byte order mark", async () => {
  const from_json = await read("a.json", '\uFEFF{"tasks":[{"title":"One","subtasks":[{"title":"Two"}]}]}')
  const from_yaml = await read("a.yml", "tasks:\n  - title: One\n    subtasks: [{ title: Two }]\n")
  expect(from_yaml).toEqual(from_json)
  expect(from_json.tasks[0]?.subtasks[0]).toEqual({
    id: "T001-S01",
    title: "Two",
    description: "",
    file_hints: [],
    action: "modify",
    status: "pending",
    commit_sha: "",
    error: "",
  })
})

test.each([
  ["no plan", "a.json", "[]", /a\.json: plan: expected an object, got a list of 0/],
  ["no JSON", "a.json", "{", /a\.json: expected JSON/],
  ["no YAML", "a.yaml", "a: [", /a\.yaml: expected YAML/],
  ["an alias bomb", "a.yaml", `a: &a [x]\n${alias(9)}tasks: *j\n`, /a\.yaml: expected YAML/],
  ["no title", "a.yaml", "tasks: [{}]", /plan\.tasks\.0\.title: expected a string, got undefined/],
  [
    "an action that is none",
    "a.yaml",
    "tasks: [{ title: a, subtasks: [{ title: b, action: modfy }] }]",
    /plan\.tasks\.0\.subtasks\.0\.action: expected one of create, modify, delete, verify, got .*Did you mean "modify"/,
  ],
])("refused by name: %s", async (_, name, text, message) => {
  await expect(read(name, text)).rejects.toThrow(message)
})

test("a file that is not there is refused by its name", async () => {
  await expect(readPlan(join(folder, "gone.json"))).rejects.toThrow(
    /gone\.json: expected a file that can be read/,
  )
})

/** Lists of ten of the list before: b to j. */
function alias(times: number): string {
  const names = "abcdefghij"
  return Array.from(
    { length: times },
    (_, at) => `${names[at + 1]}: &${names[at + 1]} [${`*${names[at]},`.repeat(10)}]\n`,
  ).join("")
}
