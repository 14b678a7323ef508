import { changeSet } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { syntax } from "./syntax.ts"

async function linesOf(path: string, before: string | null, after: string) {
  const change = changeSet([{ path, before, after }])
  const verdict = await syntax.check(change, memoryFacts({}, change))
  return verdict.status === "fail"
    ? verdict.violations.map(({ rule, line }) => `${rule} ${line}`)
    : verdict.status
}

const GO = "package a\n\nfunc A() int {\n\treturn 1\n}\n"

it.each([
  ["a.go", GO.slice(0, -2)],
  ["a.go", "```go\n" + GO + "```\n"],
  ["a.rs", "pub fn a() -> u8 {\n    vec![1\n}\n"],
  ["A.java", "class A {\n  int a() { return 1 }\n}\n"],
  ["A.java", 'class A {\n  String a() { return "a; }\n}\n'],
])("a broken %s is told: %j", async (path, text) => {
  expect(await linesOf(path, null, text)).toEqual([expect.stringMatching(/_syntax \d+$/)])
})

it("an unresolved merge is told as that", async () => {
  const merged = `${GO}<<<<<<< HEAD\nvar a = 1\n=======\nvar a = 2\n>>>>>>> topic\n`
  expect(await linesOf("a.go", GO, merged)).toEqual(["conflict_marker 6"])
})

it.each([
  ["a.go", GO.trimEnd()],
  ["a.rs", "fn a<'a>(b: &'a str) -> impl Iterator<Item = u8> + 'a {\n    b.bytes()\n}\n"],
  ["A.java", "sealed interface A permits B {}\nrecord B(int a) implements A {}\n"],
])("a sound %s passes: %j", async (path, text) => {
  expect(await linesOf(path, null, text)).toBe("pass")
})

it("what a grammar does not know was there before, or is a test of a compiler", async () => {
  expect(await linesOf("a.go", "package a\n\nnew syntax {\n", "package a\n\nnew syntax {{\n")).toBe("pass")
  expect(await linesOf("tests/ui/a.rs", null, "fn a( {\n")).toBe("pass")
})

it("knows `safe` in Rust's blocks of foreign functions", async () => {
  const text = 'unsafe extern "C" {\n    pub safe fn abs(x: i32) -> i32;\n}\n'
  expect(await linesOf("a.rs", null, text)).toBe("pass")
  expect(await linesOf("a.rs", null, text.replace("}", ""))).toEqual([expect.stringMatching(/rust_syntax/)])
})
