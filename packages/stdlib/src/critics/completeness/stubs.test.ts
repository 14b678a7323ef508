import { expect, it } from "vitest"
import { lostIn } from "../preservation/preservation.fixture.ts"
import { stubs } from "./stubs.ts"

const PY =
  "class Cart:\n    def total(self, items):\n        result = 0\n        for item in items:\n            result += item.price\n        return result\n"
const TS =
  "export const total = (items: Item[]): number => {\n  let sum = 0\n  for (const item of items) sum += item.price\n  return sum\n}\n"
const GO =
  "package a\n\nfunc (c *Cart) Total(n []int) error {\n\tfor _, v := range n {\n\t\tc.add(v)\n\t}\n\treturn c.done()\n}\n"
const RS =
  "impl Cart {\n    pub fn total(&self) -> Option<u8> {\n        let sum = self.items.iter().sum();\n        self.log(sum);\n        Some(sum)\n    }\n}\n"
const JAVA =
  "class Cart {\n  int total(int[] n) {\n    int s = 0;\n    for (int v : n) s += v;\n    return s;\n  }\n}\n"

/** The text with the body of its function replaced. */
function withBody(text: string, body: string): string {
  const open = text.startsWith("class Cart:")
    ? text.indexOf(":", text.indexOf("def"))
    : text.indexOf("{", text.search(/total|Total/))
  if (text === PY) return `${text.slice(0, open + 1)}\n        ${body}\n`
  const close = text.lastIndexOf("}", text.trimEnd().length - (text === RS || text === JAVA ? 2 : 0))
  return `${text.slice(0, open + 1)}\n${body}\n${text.slice(close)}`
}

it.each([
  ["a.py", PY, "pass", "Cart.total"],
  ["a.py", PY, "...", "Cart.total"],
  ["a.py", PY, 'raise NotImplementedError("later")', "Cart.total"],
  ["a.py", PY, "# TODO: implement\n        return None", "Cart.total"],
  ["a.py", PY, 'print("not implemented yet")', "Cart.total"],
  ["a.ts", TS, 'throw new Error("total is not implemented")', "total"],
  ["a.ts", TS, "return 0", "total"],
  ["a.ts", TS, "return undefined as unknown as number", "total"],
  ["a.ts", TS, "", "total"],
  ["a.go", GO, 'panic("TODO")', "Cart.Total"],
  ["a.go", GO, "return nil", "Cart.Total"],
  ["a.go", GO, 'return errors.New("not implemented")', "Cart.Total"],
  ["a.rs", RS, "unimplemented!()", "Cart.total"],
  ["a.rs", RS, "None", "Cart.total"],
  ["A.java", JAVA, "throw new UnsupportedOperationException();", "Cart.total"],
  ["A.java", JAVA, "return 0;", "Cart.total"],
])("%s, row %#, is told", async (path, text, body, name) => {
  expect(await lostIn(stubs, { [path]: text }, { [path]: withBody(text, body) })).toEqual([
    `${path}: ${name}`,
  ])
})

it.each([
  ["a.py", PY, "return sum(item.price for item in items)"],
  ["a.py", PY, "return self._totals.get(items)"],
  ["a.py", PY, '"""Does nothing any more, kept for compatibility."""\n        return None'],
  ["a.py", PY, 'raise NotImplementedError("subclasses do it")'],
  ["a.go", GO, "// Deprecated: nothing to do.\n\treturn nil"],
  ["a.go", GO, "return c.sum(n)"],
  ["a.ts", TS, "return items.length"],
  ["a.ts", TS, 'throw new RangeError("too many items")'],
])("%s, row %#, passes", async (path, text, body) => {
  expect(await lostIn(stubs, { [path]: text }, { [path]: withBody(text, body) })).toEqual([])
})

it("leaves alone what was a stub, what is new, what moved, and what a test does", async () => {
  const stub = withBody(PY, "pass")
  expect(
    await lostIn(stubs, { "a.py": stub }, { "a.py": withBody(PY, "raise NotImplementedError") }),
  ).toEqual([])
  expect(await lostIn(stubs, {}, { "a.py": stub })).toEqual([])
  const base = { "a.py": PY, "b.py": "x = 1\n" }
  expect(await lostIn(stubs, base, { "a.py": stub, "b.py": PY.replace("Cart", "Basket") })).toEqual([])
  expect(await lostIn(stubs, { "tests/test_a.py": PY }, { "tests/test_a.py": stub })).toEqual([])
})

it("leaves a Rust test to the critics of tests, and no function after one", async () => {
  const before = "#[tokio::test]\n#[ignore]\nfn adds() {\n    let a = 1;\n    assert_eq!(a + 1, 2);\n}\n"
  const after = "#[tokio::test]\n#[ignore]\nfn adds() {\n    todo!()\n}\n"
  expect(await lostIn(stubs, { "src/a.rs": before }, { "src/a.rs": after })).toEqual([])
  const plain = (text: string) => text.replaceAll(/#\[.{1,20}\]\n/g, "")
  expect(await lostIn(stubs, { "src/a.rs": plain(before) }, { "src/a.rs": plain(after) })).toEqual([
    "src/a.rs: adds",
  ])
})

it("leaves alone what lost its work with the name that it worked on", async () => {
  const before = {
    "a.py": PY.replace("item.price", "price_of(item)"),
    "b.py": "def price_of(item):\n    return item\n",
  }
  const after = { "a.py": withBody(PY, "return 0"), "b.py": "x = 1\n" }
  expect(await lostIn(stubs, before, after)).toEqual([])
})

it("tells each overload by itself", async () => {
  const other = "  int total(int a) {\n    int b = a;\n    return b + 1;\n  }\n"
  const before = JAVA.replace("class Cart {\n", `class Cart {\n${other}`)
  const after = before.replace(
    "    int s = 0;\n    for (int v : n) s += v;\n    return s;\n",
    "    return 0;\n",
  )
  expect(await lostIn(stubs, { "A.java": before }, { "A.java": after })).toEqual(["A.java: Cart.total"])
})

it.each(["throw new Error('not implemented')", "return null"])(
  "tells the innermost of arrow functions that give back others: %s",
  async (body) => {
    const before =
      "export const guard = (rules: Rule[]) => async (request: Request) => {\n  const user = await find(request)\n  return rules.every((rule) => rule(user))\n}\n"
    const after = `export const guard = (rules: Rule[]) => async (request: Request) => {\n  ${body}\n}\n`
    expect(await lostIn(stubs, { "a.ts": before }, { "a.ts": after })).toEqual(["a.ts: guard"])
  },
)
