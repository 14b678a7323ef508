import { expect, it } from "vitest"
import { readCandidatePath } from "./localise_file.ts"

it.each([
  ["src/a.ts", { path: "src/a.ts", lines: null }],
  ["./src//a.ts", { path: "src/a.ts", lines: null }],
  ["src/a.ts:5", { path: "src/a.ts", lines: { start: 5, end: 5 } }],
  ["src/a.ts:5-7", { path: "src/a.ts", lines: { start: 5, end: 7 } }],
  ["src/a.ts:7-5", { path: "src/a.ts", lines: { start: 7, end: 5 } }],
  ["odd:name.ts", { path: "odd:name.ts", lines: null }],
])("reads %s", (text, read) => {
  expect(readCandidatePath(text)).toEqual(read)
})

it.each([
  "",
  "  ",
  " a.ts",
  "/a.ts",
  "~/a.ts",
  "C:\\a.ts",
  "C:a.ts",
  "a\\b.ts",
  "..",
  "a/../b.ts",
  "../b.ts:3",
  ".",
  "./",
  "src/",
  "a\nb",
  "a\0b",
  ":3",
])("refuses %j", (text) => {
  expect(readCandidatePath(text)).toEqual({ problem: expect.any(String) })
})
