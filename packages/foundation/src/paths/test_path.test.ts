import { expect, it } from "vitest"
import { isTestPath } from "./test_path.ts"

const tests =
  "tests/a.py test/a.py src/__tests__/a.ts spec/a.rb a/specs/a.js test_a.py a_test.py a/b.test.ts b.test.tsx b.spec.js b.spec.jsx a_test.go a_test.rs b.test.mts"
const others = "test.py contesto/foo.py latest/a.py a/testing.py src/spec.ts tests.py a_test.rb"

it.each(tests.split(" "))("%s is a test", (path) => {
  expect(isTestPath(path)).toBe(true)
})

it.each(others.split(" "))("%s is none", (path) => {
  expect(isTestPath(path)).toBe(false)
})
