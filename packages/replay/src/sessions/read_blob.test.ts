import { readdirSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { expect, it } from "vitest"
import { readSessionBlob } from "./read_blob.ts"
import { readSessions } from "./read_sessions.ts"
import type { SessionItem } from "./session.ts"
import { fixturePath } from "./sessions.fixture.ts"

const names = readdirSync(fixturePath("")).filter((name) => name !== "README.md")

async function itemsOf(items: AsyncIterable<SessionItem>): Promise<readonly SessionItem[]> {
  const all: SessionItem[] = []
  for await (const item of items) all.push(item)
  return all
}

it.each(names)("%s is the same session in a browser as on a disk", async (name) => {
  const path = fixturePath(name)
  const blob = new Blob([readFileSync(path)])
  const there = await itemsOf(readSessions(path))
  const here = await itemsOf(readSessionBlob(blob, path))
  expect(here).toEqual(there)
  expect(here.some(({ type }) => type === "turn")).toBe(true)
})

it("reads a file larger than a piece, and tells how far it is", async () => {
  const path = fixturePath("openai_chat_lines.jsonl")
  const blob = new Blob(Array.from({ length: 200 }, () => readFileSync(path)))
  const read: number[] = []
  const items = await itemsOf(readSessionBlob(blob, basename(path), { onRead: (bytes) => read.push(bytes) }))
  expect(items.filter(({ type }) => type === "turn").length).toBeGreaterThan(200)
  expect(read.length).toBeGreaterThan(1)
  expect(read.reduce((sum, bytes) => sum + bytes, 0)).toBe(blob.size)
})
