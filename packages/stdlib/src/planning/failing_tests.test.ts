import { expect, test } from "vitest"
import { memoryFacts } from "../repository/memory_facts.ts"
import { failingTestFiles, failingTestNames } from "./failing_tests.ts"

test("bullets are names, each once, in order; other lines are none", () => {
  const details = "2 failed\n  • tests/test_b.py::test_x\n• tests/test_a.py\n* no\n•\n• tests/test_a.py\n"
  expect(failingTestNames(details)).toEqual(["tests/test_b.py::test_x", "tests/test_a.py"])
  expect(failingTestNames("")).toEqual([])
})

test.each<[string, string, Record<string, string>, string]>([
  ["pytest", "tests/test_a.py::test_x", { "tests/test_a.py": "" }, "tests/test_a.py"],
  ["pytest, a file that is not there", "tests/test_a.py::test_x", {}, "tests/test_a.py"],
  ["vitest", "src/a.test.ts > suite > adds", { "src/a.test.ts": "" }, "src/a.test.ts"],
  ["cargo", "adds_two", { "tests/sum.rs": "#[test]\nfn adds_two() {}" }, "tests/sum.rs"],
  [
    "cargo, inside a module",
    "db::tests::finds",
    { "src/a.rs": "fn finds() {}", "src/db.rs": "fn finds() {}" },
    "src/db.rs",
  ],
  ["go", "TestFind/empty_name", { "db/db_test.go": "func TestFind(t *testing.T) {}" }, "db/db_test.go"],
  [
    "node",
    "adds two numbers",
    { "test/sum.test.js": "test('adds two numbers', () => {})" },
    "test/sum.test.js",
  ],
  ["mocha", "sum > adds", { "test/sum.js": 'describe("sum", () => { it("adds", f) })' }, "test/sum.js"],
  [
    "JUnit",
    "org.app.DbTest.finds",
    { "src/test/java/org/app/DbTest.java": "" },
    "src/test/java/org/app/DbTest.java",
  ],
  ["nothing found", "TestGone", { "db/db_test.go": "func TestFind(t *testing.T) {}" }, "TestGone"],
])("the file of a failing test: %s", async (_, name, files, file) => {
  expect(await failingTestFiles([name], memoryFacts(files))).toEqual([file])
})

test("two tests of one file are one file", async () => {
  const facts = memoryFacts({ "tests/test_a.py": "" })
  expect(await failingTestFiles(["tests/test_a.py::a", "tests/test_a.py::b"], facts)).toEqual([
    "tests/test_a.py",
  ])
})
