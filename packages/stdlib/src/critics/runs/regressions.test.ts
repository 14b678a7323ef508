import { expect, it } from "vitest"
import { failingTests } from "./failing_tests.ts"
import { findRegressions } from "./regressions.ts"

function failing(names: readonly string[], passed: readonly string[] = []): ReadonlySet<string> {
  return failingTests(new Map(names.map((name) => [name, { path: "", message: "" }])), passed)
}

it.each([
  ["what failed before is none", ["b", "a"], ["a"], []],
  ["what fails now only is one, sorted", ["a"], ["a", "c", "b"], ["b", "c"]],
  ["a test of a file that could not be loaded is none", ["tests/x.py"], ["tests/x.py::t"], []],
  ["a test of another file is one", ["tests/x.py"], ["tests/y.py::t"], ["tests/y.py::t"]],
  ["a file that fails to load after its test failed is none", ["tests/x.py::t"], ["tests/x.py"], []],
  ["a file that fails to load and did not is one", ["tests/y.py::t"], ["tests/x.py"], ["tests/x.py"]],
  ["a test of a program that did not compile is none", ["src/lib.rs"], ["tests::adds"], []],
  ["another file of a program that did not compile is none", ["src/lib.rs"], ["src/a.rs"], []],
  ["a program that does not compile any more is one", ["tests::adds"], ["src/lib.rs"], ["src/lib.rs"]],
  ["a file of scripts is no program that compiles", ["test/a.mjs"], ["adds"], ["adds"]],
  ["a script that fails to load is one beside such a program", ["src/a.go"], ["test/a.mjs"], ["test/a.mjs"]],
])("%s", (_, before, now, regressions) => {
  expect(findRegressions(failing(before), failing(now))).toEqual(regressions)
  expect(findRegressions(new Set(before), new Set(now))).toEqual(regressions)
})

it("a file that fails to load is a regression when a test of it is known to have passed", () => {
  const before = failing(["tests/x.py::t"], ["tests/x.py::other"])
  expect(findRegressions(before, failing(["tests/x.py"]))).toEqual(["tests/x.py"])
})

it("so it is when a test that passed, named without its file, runs no more", () => {
  const before = failing(["test/a.mjs > breaks"], ["holds"])
  expect(findRegressions(before, failing(["test/a.mjs"]))).toEqual(["test/a.mjs"])
  expect(findRegressions(before, failing(["test/a.mjs"], ["holds"]))).toEqual([])
})
