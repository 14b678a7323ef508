import { expect, test } from "vitest"
import { removeWordNoise } from "./word_noise.ts"
import { WordCursor } from "./words.ts"

function quiet(word: string): string {
  const cursor = new WordCursor(word)
  cursor.advance()
  return removeWordNoise(word, cursor.holds)
}

test.each([
  ["/x/10:00:01", "/x/"],
  ["lib/a.ts:3:pid=7", "lib/a.ts:pid"],
  ["src/a.ts:3[12ms]", "src/a.ts"],
  ["src/a.ts:3", "src/a.ts"],
  ["f()1", "f()1"],
  ["f()12ms", "f"],
  ["zsh:12:", "zsh:"],
  ["/bin/sh:12:", "/bin/sh:"],
  ["hash:12:", "hash:12:"],
  ["+0x1d", ""],
  ["1+0x1d", "1+0x1d"],
  ["'5m'", "'5m'"],
  ["5m", ""],
  ['"elapsed":"12.5s"', '"elapsed"'],
  ["::1:53412", "::1"],
  [":::53412", "::"],
  ["seed=-5", "seed"],
  ["ForkPoolWorker-3", "ForkPoolWorker"],
  ["Coworker-3", "Coworker-3"],
  ["ThreadPoolExecutor-0_3", "ThreadPoolExecutor"],
])("of %j is left %j", (word, left) => {
  expect(quiet(word)).toBe(left)
})
