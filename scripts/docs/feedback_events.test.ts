import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "../setup.mjs"

/** Every event that some folders of the library tell, by the calls that tell it. */
function toldIn(folders: readonly string[], call: RegExp): readonly string[] {
  const names = folders.flatMap((folder) => {
    const path = join(root, "packages", folder)
    return readdirSync(path, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !/\.(?:test|fixture)\.ts$/.test(file))
      .flatMap((file) =>
        [...readFileSync(join(path, file), "utf8").matchAll(call)].map(([, name = ""]) => name),
      )
  })
  return [...new Set(names)].sort()
}

/** The events in the first column of a page's tables. */
function listedIn(page: string, kind: string): readonly string[] {
  return readFileSync(join(root, "docs", page), "utf8")
    .split("\n")
    .filter((line) => line.startsWith(`| \`${kind}.`))
    .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`\w+\.(\w+)`/g)].map(([, name = ""]) => name))
    .sort()
}

test.each([
  [
    "self-correction.md",
    "feedback",
    ["jobs/src/feedback/steps", "jobs/src/feedback/run", "jobs/src/drive"],
    /\b(?:tell|emit)\(\s*"(\w+)"/g,
  ],
  ["self-correction.md", "critique", ["jobs/src/feedback/critique"], /"critique\.(\w+)"/g],
  ["verifier.md", "verifier", ["jobs/src/verifier"], /"verifier\.(\w+)"/g],
])("docs/%s lists every event %s.*, and no other", (page, kind, folders, call) => {
  expect(listedIn(page, kind)).toEqual(toldIn(folders, call))
})

test("docs/pipeline.md lists every event pipeline.* that is told", () => {
  const folders = ["jobs/src/pipeline/steps", "jobs/src/pipeline/run", "jobs/src/drive"]
  const page = readFileSync(join(root, "docs/pipeline.md"), "utf8")
  const listed = new Set([...page.matchAll(/`pipeline\.(\w+)`/g)].map(([, name = ""]) => name))
  const told = toldIn(folders, /\b(?:tell|emit)\(\s*"(\w+)"/g)
  expect(told.filter((name) => !listed.has(name))).toEqual([])
})

test("the guide on what decides that work is done leads to isolated verifiers and their consensus", () => {
  const guide = readFileSync(join(root, "docs/loop.md"), "utf8")
  const section =
    guide.split("\n## ").find((part) => part.startsWith("What decides that the work is done")) ?? ""
  expect(section).toMatch(/context-isolated[\s\S]*refute[\s\S]*consensus[\s\S]*\(verifier\.md\)/)
})
