import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readMember } from "@proofloop/foundation/text"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { SessionRecord } from "../importer.ts"
import { fixturePath } from "../sessions.fixture.ts"
import { diskFile } from "./disk_file.ts"
import { documentRecords, streamedRecords } from "./document_records.ts"

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sessions-"))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function streamed(path: string, lists: readonly string[]): Promise<readonly SessionRecord[]> {
  const records: SessionRecord[] = []
  const file = diskFile(path, statSync(path).size)
  for await (const record of streamedRecords({ file, start: 0, end: file.size }, lists)) {
    records.push(record)
  }
  return records
}

it.each([
  ["openai_chat_list.json", ["", "messages"]],
  ["openai_chat_document.json", ["", "messages"]],
  ["swe_agent_1.traj", ["trajectory"]],
  ["mini_swe_agent_2.traj.json", ["messages"]],
  ["openhands_stream.json", ["", "history"]],
  ["codex_typescript.json", ["items"]],
])("%s gives the same records streamed as at once, but for lists nobody asked for", async (name, lists) => {
  const path = fixturePath(name)
  const [head, ...elements] = documentRecords(JSON.parse(readFileSync(path, "utf8")), lists)
  const [streamed_head, ...streamed_elements] = await streamed(path, lists)
  expect(streamed_elements).toEqual(elements)
  const kept = Object.entries(Object(streamed_head?.value)).filter(([, member]) => !Array.isArray(member))
  const wanted = Object.entries(Object(head?.value)).filter(([, member]) => !Array.isArray(member))
  expect(kept).toEqual(wanted)
})

it("may begin with a byte order mark, and end with more than its last bracket", async () => {
  const path = join(folder, "marked.json")
  writeFileSync(path, '\uFEFF\r\n{"id":"a","events":[1,[2],{"three":"\\u00e4"}]}\r\n \n')
  const records = await streamed(path, ["events"])
  expect(records.map(({ value, part, broken }) => [part, broken ?? value])).toEqual([
    ["head", { id: "a", events: [] }],
    ["element", 1],
    ["element", [2]],
    ["element", { three: "ä" }],
  ])
})

it("sets no prototype and goes no deeper than it can", async () => {
  const path = join(folder, "hostile.json")
  writeFileSync(
    path,
    `{"__proto__":{"polluted":true},"events":[{"__proto__":{"polluted":true}},${"[".repeat(600)}`,
  )
  const [head, element, broken] = await streamed(path, ["events"])
  expect(readMember(head?.value, "polluted")).toBeUndefined()
  expect(Reflect.get(Object(element?.value), "polluted")).toBeUndefined()
  expect(broken?.broken).toBe("the document is not JSON from here on")
})
