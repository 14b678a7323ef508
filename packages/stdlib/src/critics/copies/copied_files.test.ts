import { expect, it } from "vitest"
import { lostIn } from "../preservation/preservation.fixture.ts"
import { copiedFiles } from "./copied_files.ts"

const CODE = Array.from(
  { length: 9 },
  (_none, index) =>
    `def step_${index}(order):\n    order.check(${index})\n    return order.total(${index})\n`,
).join("\n")
const CLASS = `class Cart {\n${Array.from({ length: 9 }, (_none, index) => `  int step${index}(Cart cart) { return cart.total(${index}); }`).join("\n")}\n}\n`

function dataClass(name: string, fields: readonly string[]): string {
  const members = fields.map(
    (field) =>
      `  @JsonProperty("${field}")\n  private String ${field};\n  public String get${field.toUpperCase()}() {\n    return ${field};\n  }\n  public void set${field.toUpperCase()}(String ${field}) {\n    this.${field} = ${field};\n  }\n`,
  )
  return `public class ${name} {\n${members.join("")}}\n`
}

it.each([
  ["src/cart.py", "src/cart_v2.py", CODE.replace("check(1)", "check(11)")],
  ["src/cart.py", "src/new_cart.py", CODE],
  ["src/cart.py", "src/cart copy.py", CODE],
  ["src/cart.py", "src/basket.py", CODE],
  ["src/cart.py", "src/cart.py.orig", "anything\n"],
  ["src/cart.py", "src/backup/cart.py", CODE.replace("check(1)", "check(11)")],
  ["src/Cart.java", "src/CartNew.java", CLASS.replaceAll("Cart", "CartNew")],
])("%s has a copy in %s", async (original, copy, text) => {
  const before = { [original]: original.endsWith(".java") ? CLASS : CODE }
  expect(await lostIn(copiedFiles, before, { [copy]: text })).toEqual([`${copy}: ${original}`])
})

const SERIES = {
  "raw/cart.py": CODE,
  "raw/basket.py": "basket = 1\n",
  "raw/basket-stripped.py": "basket = 1\n",
}

it("one addition to a name is no series, nor is the mark of a copy", async () => {
  const { "raw/basket-stripped.py": _stripped, ...alone } = SERIES
  expect(await lostIn(copiedFiles, alone, { "raw/cart-stripped.py": CODE })).toEqual([
    "raw/cart-stripped.py: raw/cart.py",
  ])
  const marked = { ...alone, "raw/basket_new.py": "basket = 1\n" }
  expect(await lostIn(copiedFiles, marked, { "raw/cart_new.py": CODE })).toEqual([
    "raw/cart_new.py: raw/cart.py",
  ])
  expect(await lostIn(copiedFiles, { "raw/cart-v1.2.0.py": CODE }, { "raw/cart-next.py": CODE })).toEqual([
    "raw/cart-next.py: raw/cart-v1.2.0.py",
  ])
})

it.each<[string, Record<string, string>, Record<string, string | null>]>([
  ["one that moved", { "src/cart.py": CODE }, { "src/cart.py": null, "src/cart_v2.py": CODE }],
  [
    "one that gave its lines away",
    { "src/cart.py": CODE },
    { "src/cart.py": "from .cart_v2 import *\n", "src/cart_v2.py": CODE },
  ],
  ["another folder", { "src/cart.py": CODE }, { "shop/cart.py": CODE }],
  [
    "code of its own",
    { "src/cart.py": CODE },
    { "src/cart_v2.py": CODE.replaceAll("order", "basket").replaceAll("total", "sum") },
  ],
  [
    "data with accessors alike",
    { "src/A.java": dataClass("A", ["id", "name", "at", "size", "kind"]) },
    { "src/B.java": dataClass("B", ["id", "name", "at"]) },
  ],
  ["a backup of another file", { "src/cart.py": CODE }, { "src/backup/basket.py": CODE }],
  ["a few lines", { "src/a.py": "x = 1234\n" }, { "src/a_new.py": "x = 1234\n" }],
  ["a test", { "tests/test_a.py": CODE }, { "tests/test_b.py": CODE }],
  ["a backup of nothing", {}, { "src/a.py.bak": CODE }],
  ["another version", { "raw/cart-v1.2.0.py": CODE }, { "raw/cart-v1.3.0.py": CODE }],
  ["another commit", { "raw/cart-2d5d77306f6d.py": CODE }, { "raw/cart-b533fb350800.py": CODE }],
  ["one of a series", SERIES, { "raw/cart-stripped.py": CODE }],
  [
    "one of a series of versions",
    { ...SERIES, "raw/cart.py": "cart = 1\n", "raw/cart-v1.2.py": CODE },
    { "raw/cart-v1.2-stripped.py": CODE },
  ],
])("%s is no copy", async (_what, before, after) => {
  expect(await lostIn(copiedFiles, before, after)).toEqual([])
})
