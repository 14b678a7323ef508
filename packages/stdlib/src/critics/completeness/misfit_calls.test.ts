import { expect, it } from "vitest"
import { lostIn } from "../preservation/preservation.fixture.ts"
import { dangling } from "./dangling.ts"

const PY = "def total(cart):\n    return 1\n"
const PY_CLASS = "class Cart:\n    def __init__(self, items):\n        self.items = items\n"
const TS = "export function total(cart: number[]) {\n  return 1\n}\n"
const RS = "pub fn total(n: u8) -> u8 {\n    n\n}\n"
const GO = "package shop\n\ntype Cart struct{}\n\nfunc (c *Cart) Total(n int) int { return n }\n"
const JAVA =
  "package a;\n\npublic class Cart {\n  int total(int n) { return n; }\n\n  int sum() { return total(1); }\n}\n"

type Row = readonly [string, string, string, string, string, Readonly<Record<string, string>>]

const more = (text: string, from: string, to: string) => text.replace(from, to)

it.each<Row>([
  [
    "behind its module",
    "shop/price.py",
    PY,
    "(cart)",
    "(cart, rate)",
    { "a.py": "import shop.price\n\nshop.price.total([])\n" },
  ],
  [
    "behind a module under another name",
    "price.py",
    PY,
    "(cart)",
    "(cart, rate)",
    { "a.py": "import price as p\n\np.total([])\n" },
  ],
  [
    "behind a module of a package",
    "shop/price.py",
    PY,
    "(cart)",
    "()",
    { "a.py": "from shop import price\n\nprice.total([])\n" },
  ],
  [
    "that constructs",
    "cart.py",
    PY_CLASS,
    "items):",
    "items, rate):",
    { "a.py": "from cart import Cart\n\nCart([])\n" },
  ],
  [
    "behind a namespace",
    "price.ts",
    TS,
    "[])",
    "[], rate: number)",
    { "a.ts": 'import * as price from "./price"\n\nprice.total([])\n' },
  ],
  [
    "behind a required module",
    "price.js",
    "exports.total = total\nfunction total(a) {}\n",
    "(a)",
    "()",
    { "a.js": 'const price = require("./price")\n\nprice.total(1)\n' },
  ],
  [
    "of a used name of Rust",
    "src/price.rs",
    RS,
    "n: u8)",
    "n: u8, rate: u8)",
    { "src/main.rs": "mod price;\nuse crate::price::total;\n\nfn main() {\n    total(1);\n}\n" },
  ],
  [
    "behind a module of Rust",
    "src/price.rs",
    RS,
    "n: u8)",
    "n: u8, rate: u8)",
    { "src/main.rs": "mod price;\n\nfn main() {\n    price::total(1);\n}\n" },
  ],
  [
    "on the receiver, in another file",
    "cart.go",
    GO,
    "n int",
    "n, m int",
    { "sum.go": "package shop\n\nfunc (c *Cart) Sum() int { return c.Total(1) }\n" },
  ],
  ["without an object in Java", "a/Cart.java", JAVA, "(int n)", "(int n, int m)", {}],
  [
    "of a private method of Java, beside a base",
    "a/Cart.java",
    JAVA.replace("Cart {", "Cart extends Base {").replace("int total", "private int total"),
    "(int n)",
    "(int n, int m)",
    {},
  ],
])("a call %s has to fit", async (_what, path, before, from, to, others) => {
  expect(
    await lostIn(dangling, { [path]: before, ...others }, { [path]: more(before, from, to) }),
  ).toHaveLength(1)
})

it.each<Row>([
  [
    "spreads",
    "price.py",
    PY,
    "(cart)",
    "(cart, rate)",
    { "a.py": "from price import total\n\ntotal(*[])\n" },
  ],
  [
    "never fitted",
    "price.py",
    PY,
    "(cart)",
    "(cart, rate)",
    { "a.py": "from price import total\n\ntotal()\n" },
  ],
  [
    "means what a parameter brings",
    "price.py",
    PY,
    "(cart)",
    "(cart, rate)",
    { "a.py": "import price\n\n\ndef f(price):\n    price.total([])\n" },
  ],
  [
    "means another module",
    "price.py",
    PY,
    "(cart)",
    "(cart, rate)",
    { "b/price.py": PY, "b/a.py": "from .price import total\n\ntotal([])\n" },
  ],
  [
    "is decorated",
    "price.py",
    `import click\n\n\n@click.command()\n${PY}`,
    "(cart)",
    "(cart, rate)",
    { "a.py": "from price import total\n\ntotal([])\n" },
  ],
  [
    "may mean the method of a subclass",
    "cart.py",
    "class Cart:\n    def total(self):\n        return 1\n\n    def sum(self):\n        return self.total()\n",
    "total(self)",
    "total(self, n)",
    { "b.py": "from cart import Cart\n\n\nclass Big(Cart):\n    def total(self):\n        return 2\n" },
  ],
  [
    "leaves out what JavaScript lets it",
    "price.js",
    "export function total(a) {}\ntotal(1)\n",
    "(a)",
    "(a, b)",
    {},
  ],
  [
    "is of a function that reads all it is given",
    "price.js",
    "export function total(a) {\n  return arguments\n}\ntotal(1)\n",
    "(a)",
    "()",
    {},
  ],
  [
    "gives what several results of Go are",
    "price.go",
    "package shop\n\nfunc Total(n int) int { return n }\n\nfunc main() { Total(two()) }\n",
    "n int",
    "n, m int",
    {},
  ],
  [
    "has an overload of a type of TypeScript",
    "price.ts",
    "export function total(a: number): number\nexport function total(a: number) {\n  return a\n}\ntotal(1)\n",
    "(a: number) {",
    "(a: number, b: number) {",
    {},
  ],
  [
    "may mean an inherited overload",
    "a/Cart.java",
    JAVA.replace("Cart {", "Cart extends Base {"),
    "(int n)",
    "(int n, int m)",
    {},
  ],
])("a call that %s is left alone", async (_what, path, before, from, to, others) => {
  expect(await lostIn(dangling, { [path]: before, ...others }, { [path]: more(before, from, to) })).toEqual(
    [],
  )
})
