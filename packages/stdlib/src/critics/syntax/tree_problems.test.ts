import { changeSet } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { syntax } from "./syntax.ts"

async function linesOf(
  path: string,
  before: string | null,
  after: string,
  others: Readonly<Record<string, string>> = {},
  strict = false,
) {
  const change = changeSet([{ path, before, after }])
  const verdict = await syntax.check(change, memoryFacts(others, change), { strict })
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

it("tells a new file by its brackets alone where others do not parse either", async () => {
  const old = { "b.rs": 'extern mod extra;\n\nfn b() -> ~str { ~"b" }\n' }
  const text = "extern mod extra;\n\nfn a(c: char) -> bool { c == '{' }\n"
  expect(await linesOf("a.rs", null, text, old)).toBe("pass")
  expect(await linesOf("a.rs", null, text)).toEqual([expect.stringMatching(/rust_syntax/)])
  expect(await linesOf("a.rs", null, text.trimEnd().slice(0, -1), old)).not.toBe("pass")
  expect(await linesOf("a.rs", null, `\`\`\`rust\n${text}`, { "b.rs": "fn b() {}\n" })).not.toBe("pass")
  expect(await linesOf("a.rs", "fn a() {}\n", text, old)).toEqual([expect.stringMatching(/rust_syntax/)])
})

it.each([
  ["a.py", "def a(b, mode=0600): pass\n"],
  ["a.py", "def a():\n    raise info[0], info[1]\n"],
  ["a.py", "x = 1\ndef a(b=1, c): pass\n"],
  ["a.d.ts", "export interface A {\n  (_: number, _: string): void\n}\n"],
])("what was wrong in %s before is not of this change: %j", async (path, text) => {
  expect(await linesOf(path, null, text)).not.toBe("pass")
  expect(await linesOf(path, text, `\n${text}`)).toBe("pass")
  const other = path === "a.py" ? "def b(:\n" : "export interface B {\n"
  expect(await linesOf(path, "\n", text + other)).not.toBe("pass")
})

it("tells what was wrong before when it is strict, except old syntax", async () => {
  const twice = "def a(b=1, c): pass\n"
  expect(await linesOf("a.py", twice, `\n${twice}`, {}, true)).toEqual(["python_syntax 2"])
  const old = "def a(b, mode=0600): pass\n"
  expect(await linesOf("a.py", old, `\n${old}`, {}, true)).toBe("pass")
})

it("tells another mistake in a file that was broken before, and a merge that stays unresolved", async () => {
  const broken = "def a(b=1, c): pass\n"
  expect(await linesOf("a.py", broken, "def b(:\n")).not.toBe("pass")
  const merged = `${broken}<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> topic\n`
  expect(await linesOf("a.py", merged, `${merged}y = 1\n`)).toEqual(["conflict_marker 2"])
})

it("reads a file that was not UTF-8 before in its own encoding, and tells one that is so now", async () => {
  const latin = (text: string) => Buffer.from(text, "latin1")
  const before = latin('class A {\n  String a = "caf\u00e9";\n}\n')
  const judge = async (old: Buffer, after: Buffer, strict = false) => {
    const change = changeSet([{ path: "A.java", before: old, after }])
    const verdict = await syntax.check(change, memoryFacts({}, change), { strict })
    return verdict.status === "fail" ? verdict.violations.map(({ rule }) => rule) : verdict.status
  }
  const edited = latin('class A {\n  String b = "caf\u00e9";\n}\n')
  expect(await judge(before, edited)).toBe("pass")
  expect(await judge(before, latin('class A {\n  String b = "caf\u00e9";\n'))).toEqual(["java_syntax"])
  expect(await judge(before, edited, true)).toEqual(["encoding"])
  expect(await judge(Buffer.from("class A {}\n"), edited)).toEqual(["encoding"])
})
