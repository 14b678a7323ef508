import { expect, it } from "vitest"
import { replayedLine } from "./replayed.ts"

it.each([
  "app:test: cache hit, replaying logs 4c0b8c1a2f",
  "   Time:    92ms >>> FULL TURBO",
  "> nx run app:test  [existing outputs match the cache, left as is]",
  "> nx run app:test  [local cache]",
  "Nx read the output from the cache instead of running the command for 1 out of 1 tasks.",
  "ok  \texample.com/shop\t(cached)",
  "> Task :test FROM-CACHE",
  "//app:test                        (cached) PASSED in 0.3s",
])("is a result of an earlier run: %s", (line) => {
  expect(replayedLine(`a\n\u001B[32m${line}\u001B[39m\nb`)).toBe(line.trim())
})

it.each([
  "cachedir: .pytest_cache",
  "Using cached six-1.16.0-py2.py3-none-any.whl",
  "app:test: cache miss, executing 4c0b",
  "ok 1 - clears the cache",
])("is none: %s", (line) => {
  expect(replayedLine(line)).toBeUndefined()
})
