import { expect, it } from "vitest"
import { UnableError } from "../parsers/unable_error.ts"
import { oncePerText, type ReadFile, readText, readTogether } from "./readings.ts"
import type { TreeReader } from "./tree_reader.ts"

let reads = 0
const lines: TreeReader<number> = {
  name: "lines of a test",
  read: ({ text }) => {
    reads += 1
    return text.split("\n").length
  },
}
const types: TreeReader<string> = { name: "type of a test", read: ({ root }) => root.type }

it("finds a reading of a text once, and tries again what was rejected", async () => {
  let calls = 0
  const find = () => {
    calls += 1
    return calls === 1 ? Promise.reject(new Error("busy")) : Promise.resolve(calls)
  }
  const ask = () => oncePerText("a text", "calls", find)
  await expect(ask()).rejects.toThrow("busy")
  expect(await ask()).toBe(2)
  expect(await ask()).toBe(2)
  expect(await oncePerText("another text", "calls", find)).toBe(3)
})

it("reads all of a file when the first of its readings is asked for", async () => {
  const [before, after] = ["a = 1\n", "a = 1\nb = 2\n"]
  const readers: ReadonlyArray<TreeReader<unknown>> = [lines, types]
  let calls = 0
  const read = (): Promise<ReadFile> => {
    calls += 1
    return Promise.resolve([
      [2, "module"],
      [3, "module"],
    ])
  }
  readTogether({ language: "python", texts: [before, after].map((text) => ({ text, readers })) }, read)
  expect(calls).toBe(0)
  const asked = readers.flatMap((reader) => [before, after].map((text) => readText(reader, "python", text)))
  expect(await Promise.all(asked)).toEqual([2, 3, "module", "module"])
  expect([calls, reads]).toEqual([1, 0])
})

it("a text whose file could not be read as a whole is read alone", async () => {
  const texts = ["c = 1\n", "def (\n"].map((text) => ({ text, readers: [lines] }))
  const read = () => Promise.reject(new UnableError("too much"))
  readTogether({ language: "python", texts }, read)
  expect(await readText(lines, "python", "c = 1\n")).toBe(2)
  expect(await readText(lines, "python", "def (\n")).toBeNull()
})
