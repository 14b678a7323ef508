import { expect, it } from "vitest"
import { nearPaths } from "./near_path.ts"

const FILES = ["README.md", "src/index.ts", "src/parser.ts", "src/lib/index.js", "test/Parser.test.ts"]

it.each([
  ["lib/index.ts", ["src/index.ts", "src/lib/index.js"]],
  ["src/index.js", ["src/lib/index.js", "src/index.ts"]],
  ["readme.md", ["README.md"]],
  ["src/parsre.ts", ["src/parser.ts"]],
  ["test/parser.test.ts", ["test/Parser.test.ts"]],
  ["src/something_else.py", []],
])("%s may be %j", (path, expected) => {
  expect(nearPaths(path, FILES)).toEqual(expected)
})
