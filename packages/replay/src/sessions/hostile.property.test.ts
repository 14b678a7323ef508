import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterAll, beforeAll, expect, it } from "vitest"
import { importers } from "./formats.ts"
import type { SessionRecord } from "./importer.ts"
import { diskFile } from "./reading/disk_file.ts"
import { readHead } from "./reading/head.ts"
import type { SessionItem } from "./session.ts"
import { fixturePath, itemsOf } from "./sessions.fixture.ts"

const names = readdirSync(fixturePath("")).filter((name) => name !== "README.md")
const formats = importers.map(({ format }) => format)

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sessions-"))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Bytes of a recording with some replaced, taken out or doubled. */
const spoilt = fc
  .record({
    name: fc.constantFrom(...names),
    changes: fc.array(
      fc.record({
        at: fc.nat(20_000),
        length: fc.nat(200),
        by: fc.oneof(
          fc.constantFrom("", "null", "[]", "{}", '"', "}", "\n", "\0", "[[[[", '{"__proto__":', "7", "true"),
          fc.string({ maxLength: 20 }),
        ),
      }),
      { maxLength: 12 },
    ),
  })
  .map(({ name, changes }) => {
    let text = readFileSync(fixturePath(name), "utf8")
    for (const { at, length, by } of changes) {
      const start = at % (text.length + 1)
      text = text.slice(0, start) + by + text.slice(start + length)
    }
    return text
  })

it("whatever a file holds, every importer reads it to its end, and events count up", async () => {
  const path = join(folder, "spoilt")
  await fc.assert(
    fc.asyncProperty(spoilt, fc.constantFrom(...formats), async (text, format) => {
      writeFileSync(path, text)
      await readHead(diskFile(path, 0))
      expectOrder(await itemsOf(path, format))
    }),
    { numRuns: 400 },
  )
})

it("whatever a record is, every importer reads it", async () => {
  const names_in_use = [
    "type",
    "role",
    "message",
    "content",
    "payload",
    "action",
    "observation",
    "kind",
    "events",
  ]
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(
        null,
        1,
        true,
        "",
        "tool_use",
        "assistant",
        "user",
        "run",
        "ActionEvent",
        "function_call",
      ),
      fc.string(),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(
        fc.constantFrom(...names_in_use, "id", "name", "tool_calls", "parts", "__proto__"),
        tie("value"),
      ),
    ),
  })).value
  const record = fc.record({ value, part: fc.constantFrom(undefined, "head" as const, "element" as const) })
  await fc.assert(
    fc.asyncProperty(fc.array(record), async (records) => {
      for (const importer of importers) {
        importer.recognises({ path: "x", text: "", values: records.map((one) => one.value) })
        const items: SessionItem[] = []
        for await (const item of importer.read(each(records), { path: "x" })) items.push(item)
        expectOrder(items)
      }
    }),
    { numRuns: 300 },
  )
})

async function* each(records: readonly SessionRecord[]): AsyncGenerator<SessionRecord> {
  yield* records
}

/** Turns follow a run; each begins where the one before ended, a turn without a call taking one number. */
function expectOrder(items: readonly SessionItem[]): void {
  let next: number | undefined
  for (const item of items) {
    if (item.type === "run") next = 0
    if (item.type !== "turn") continue
    expect(item.turn.event).toBe(next)
    expect(item.turn.calls.map(({ event }) => event)).toEqual(
      item.turn.calls.map((_call, index) => item.turn.event + index),
    )
    next = item.turn.event + Math.max(1, item.turn.calls.length)
  }
}
