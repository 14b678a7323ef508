import { expect, it } from "vitest"
import { createProgress } from "./progress.ts"
import type { Target } from "./targets.ts"

const TARGET: Target = { name: "a/b.jsonl", file: "/a/b.jsonl", bytes: 100e6, identity: "1:1", named: true }

function shown(is_terminal: boolean): readonly string[] {
  const written: string[] = []
  let time = 0
  const stream = {
    is_terminal,
    columns: 120,
    write: (text: string) => void written.push(text),
    isClosed: () => false,
  }
  const progress = createProgress({ stdout: stream, stderr: stream }, () => time)
  progress.begin([TARGET])
  time = 2000
  progress.read(TARGET, 25e6)
  progress.see(TARGET, 1)
  time = 4000
  progress.advance(TARGET)
  return written
}

it("shows how much of a large file is read, how fast, and how long the rest takes", () => {
  expect(shown(true)).toEqual([
    "\r\u001b[K ██████░░░░░░░░░░░░░░░░░░ 12.5 MB/s, 6 s left  0 of 1 file, 1 turn  a/b.jsonl",
    "\r\u001b[K ████████████████████████ 25.0 MB/s, 0 s left  1 of 1 file, 1 turn  a/b.jsonl",
  ])
})

it("shows nothing without a terminal", () => {
  expect(shown(false)).toEqual([])
})
