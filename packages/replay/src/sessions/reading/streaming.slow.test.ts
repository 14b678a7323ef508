import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { execa } from "execa"
import { afterAll, beforeAll, expect, it } from "vitest"

const MEGABYTE = 1024 * 1024
const SIZE = 64 * MEGABYTE
/** Less than the text alone takes, once it is kept. */
const HEAP_MEGABYTES = 64
const program = fileURLToPath(new URL("read_in_child.fixture.ts", import.meta.url))

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sessions-"))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes pieces until the file is large; how many there are. */
function writeLarge(path: string, start: string, piece: (index: number) => string, end: string): number {
  const file = openSync(path, "w")
  let size = writeSync(file, start)
  let pieces = 0
  for (; size < SIZE; pieces += 1) size += writeSync(file, piece(pieces))
  writeSync(file, end)
  closeSync(file)
  expect(statSync(path).size).toBeGreaterThan(SIZE)
  return pieces
}

async function readInChild(path: string): Promise<unknown> {
  const node_options = [`--max-old-space-size=${HEAP_MEGABYTES}`, "--import", "tsx"]
  const { stdout } = await execa(process.execPath, [...node_options, program, path])
  return JSON.parse(stdout)
}

/** It stands in arguments, since looking for an outcome in what was seen takes longer than reading it does. */
const PAGE = "const price = items.map((item) => item.price) // added\n".repeat(600)

it("reads one run of any size on one line", async () => {
  const path = join(folder, "one_line.jsonl")
  const event = (index: number) => JSON.stringify({ i: index, tool: "view", args: { page: PAGE }, obs: "ok" })
  const start = '{"id":"run","source":"bench","events":['
  const events = writeLarge(path, start, (index) => `${event(index)},`, `${event(0)}],"agent":"fixer"}\n`)
  expect(await readInChild(path)).toEqual({ runs: 1, turns: events + 1, calls: events + 1, skipped: 0 })
})

it("reads lines and documents of any size", async () => {
  const lines = join(folder, "lines.jsonl")
  const message = (index: number) => {
    const call = {
      id: `call_${index}`,
      type: "function",
      function: { name: "view", arguments: JSON.stringify({ page: PAGE }) },
    }
    return [
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: `call_${index}`, content: "ok" },
    ].map((one) => JSON.stringify(one))
  }
  const turns = writeLarge(lines, "", (index) => `${message(index).join("\n")}\n`, "")
  expect(await readInChild(lines)).toEqual({ runs: 1, turns, calls: turns, skipped: 0 })

  const document = join(folder, "document.json")
  const last = message(0).join(",")
  const pieces = writeLarge(
    document,
    '{\n"messages": [\n',
    (index) => `${message(index).join(",\n")},\n`,
    `${last}]\n}`,
  )
  expect(await readInChild(document)).toEqual({ runs: 1, turns: pieces + 1, calls: pieces + 1, skipped: 0 })
})
