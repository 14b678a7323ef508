import { expect, test } from "vitest"
import { missingDataFiles } from "./data_files.ts"
import { folderOf } from "./folder.fixture.ts"

const folder = folderOf.bind(null, {
  "dist/index.js": "",
  "prompts/triage.md": "",
  "eval/builds/one.yaml": "",
  "bin.mjs": "",
})
const NAMED = ["dist", "prompts", "eval", "bin.mjs"]

test("each file beside the code has to be packed, however deep", () => {
  const packed = [{ path: "prompts/triage.md", text: "" }]
  expect(missingDataFiles(folder(), NAMED, packed)).toEqual([
    "eval/builds/one.yaml is not packed",
    "bin.mjs is not packed",
  ])
})

test("a package that packs what it names is right", () => {
  const paths = ["prompts/triage.md", "eval/builds/one.yaml", "bin.mjs"]
  const packed = paths.map((path) => ({ path, text: "" }))
  expect(missingDataFiles(folder(), NAMED, packed)).toEqual([])
})
