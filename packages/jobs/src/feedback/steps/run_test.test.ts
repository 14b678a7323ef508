import { expect, it } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { testCommand } from "./run_test.ts"

it("names the tests of Go that are new in the file", async () => {
  const test = (name: string) => `func Test${name}(t *testing.T) {}\n`
  const root = await folderWith({ "m/go.mod": "" })
  const content = test("Old") + test("One") + test("Two")
  const path = "m/calc/a_test.go"
  expect(await testCommand({ root, path, content, before: test("Old") })).toBe(
    "cd m && go test -count=1 -v -run '^(TestOne|TestTwo)$' ./calc",
  )
})

it("rejects where nothing can run the test", async () => {
  const root = await folderWith({})
  await expect(testCommand({ root, path: "a.test.tsx", content: "" })).rejects.toMatchObject({
    kind: "environment",
    is_retryable: false,
    message: "a.test.tsx: no runner of tests is there to run it, such as vitest, jest, mocha or tsx",
  })
})
