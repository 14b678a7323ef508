import { expect, test } from "vitest"
import { folderOf } from "../../packaging/folder.fixture.ts"
import { exportedNames } from "./exported_names.ts"

const namesOf = (files: Readonly<Record<string, string>>): readonly string[] => [
  ...exportedNames(folderOf(files), "index.ts", new Map([["@p/core", "core/index.ts"]])),
]

test.each([
  ["export const a = 1, b = 2", ["a", "b"]],
  ["export function f() {}\nexport class C {}\nexport enum E {}", ["f", "C", "E"]],
  ["export interface I {}\nexport type T = 1", ["I", "T"]],
  ["const a = 1\nexport { a, a as b, a as 'c d' }", ["a", "b", "c d"]],
  ["export default 1", ["default"]],
  ['export type { A } from "./other.ts"\nexport { type B } from "elsewhere"', ["A", "B"]],
  ['export * as all from "elsewhere"', ["all"]],
  ["const a = 1", []],
])("%s", (text, names) => {
  expect(namesOf({ "index.ts": text })).toEqual(names)
})

test("what a file re-exports whole counts, of this package or another, each name once and no default", () => {
  const files = {
    "index.ts": 'export * from "./a/b.ts"\nexport type * from "@p/core"\nexport const one = 1',
    "a/b.ts": 'export * from "../c.ts"\nexport const one = 1\nexport default 1',
    "c.ts": "export const three = 3",
    "core/index.ts": "export const four = 4",
  }
  expect(namesOf(files)).toEqual(["three", "one", "four"])
})

test("what a package from elsewhere exports is not known", () => {
  expect(() => namesOf({ "index.ts": 'export * from "elsewhere"' })).toThrow(
    "index.ts: what elsewhere exports is not known",
  )
})
