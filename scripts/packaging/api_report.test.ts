import { join } from "node:path"
import { expect, test } from "vitest"
import { apiReport, type ApiReport } from "./api_report.ts"
import { folderOf } from "./folder.fixture.ts"

function report(files: Readonly<Record<string, string>>): ApiReport {
  const folder = folderOf(files)
  const specifiers = { shop: "index.d.ts", "shop/cart": "cart.d.ts" }
  const entries = Object.entries(specifiers).flatMap(([specifier, file]) =>
    Object.hasOwn(files, file) ? [{ specifier, declarations: join(folder, file) }] : [],
  )
  return apiReport(entries)
}

const SHOP = {
  "index.d.ts": `export { price, type Price } from "./price.js"
export type * from "./cart.js"
export { z as schema } from "zod"
`,
  "price.d.ts": `import type { Currency } from "./money/currency.js"
/** What it costs. */
export interface Price {
    /** Of the smallest coin. */
    readonly amount: number;
    readonly currency: Currency;
}
interface Hidden { readonly never: true }
export declare function price(amount: number): Price;
export declare function price(amount: string): Price;
`,
  "cart.d.ts": `export declare class Cart {
    add(price: import("./price.js").Price): void;
}
`,
  "money/currency.d.ts": `export type Currency = "eur" | "usd";\n`,
}

test("a report has a line for each name of each entry, with a hash of its shape", () => {
  const { text, entries } = report(SHOP)
  expect(text.replaceAll(/\b[\da-f]{12}$/gm, "HASH").split("\n")).toEqual([
    "shop",
    "  type Cart HASH",
    "  type Price HASH",
    "  price HASH",
    "  schema of zod z",
    "shop/cart",
    "  Cart HASH",
    "",
  ])
  expect(entries).toEqual([
    { specifier: "shop", values: ["price", "schema"] },
    { specifier: "shop/cart", values: ["Cart"] },
  ])
})

const CHANGES = [
  { of: "a field", file: "price.d.ts", from: "amount: number;", to: "amount: string;", changed: ["Price"] },
  {
    of: "an overload",
    file: "price.d.ts",
    from: "price(amount: string)",
    to: "price(cents: bigint)",
    changed: ["price"],
  },
  {
    of: "a hidden type that a name mentions",
    file: "money/currency.d.ts",
    from: `"usd"`,
    to: `"gbp"`,
    changed: ["Price"],
  },
  {
    of: "a hidden type nobody mentions",
    file: "price.d.ts",
    from: "never: true",
    to: "never: false",
    changed: [],
  },
  { of: "a comment", file: "price.d.ts", from: "Of the smallest coin.", to: "In cents.", changed: [] },
  { of: "a method", file: "cart.d.ts", from: "): void", to: "): boolean", changed: ["Cart", "Cart"] },
] as const

test.for(CHANGES)(
  "a change of $of changes the lines of the names it belongs to",
  ({ file, from, to, changed }) => {
    const before = report(SHOP).text.split("\n")
    const after = report({ ...SHOP, [file]: SHOP[file].replace(from, to) }).text.split("\n")
    const lines = after.filter((line, index) => line !== before[index])
    expect(lines.map((line) => line.trim().replace("type ", "").split(" ")[0])).toEqual(changed)
  },
)

test("the name of a member is no mention of a type", () => {
  const index = (type: string) => ({
    "index.d.ts": `type state = ${type};\nexport interface Step { readonly state: number }\n`,
  })
  expect(report(index("string"))).toEqual(report(index("number")))
})

test("a name exported again under another one keeps its declaration", () => {
  const { text, entries } = report({
    "index.d.ts": `export { run as start } from "./run.js"\n`,
    "run.d.ts": `export declare const run: () => void;\n`,
  })
  expect(text).toMatch(/^  start [\da-f]{12}$/m)
  expect(entries).toEqual([{ specifier: "shop", values: ["start"] }])
})

test("types that mention each other end", () => {
  const { text } = report({
    "index.d.ts": `export interface Tree { readonly leaf: Leaf }\ninterface Leaf { readonly tree: Tree }\n`,
  })
  expect(text).toMatch(/^  type Tree [\da-f]{12}$/m)
})

test("a name nothing declares is an error that says where", () => {
  expect(() => report({ "index.d.ts": `export { gone } from "./a.js"\n`, "a.d.ts": "export {}\n" })).toThrow(
    /a\.d\.ts: no export named gone/,
  )
})
