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
  return apiReport("shop", folder, entries)
}

test("a report has the names of each entry, then their declarations and what they mention, each once", () => {
  const { text, entries } = report({
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
  })
  expect(text).toBe(`# shop

Made by \`npm run api\` from what is packed.

## shop

\`\`\`ts
type Cart
type Price
price
export { z as schema } from "zod"
\`\`\`

## shop/cart

\`\`\`ts
Cart
\`\`\`

## Declarations

\`\`\`ts
class Cart {
    add(price: import("./price.js").Price): void;
}

type Currency = "eur" | "usd"

interface Price {
    readonly amount: number;
    readonly currency: Currency;
}

function price(amount: number): Price

function price(amount: string): Price
\`\`\`
`)
  expect(entries).toEqual([
    { specifier: "shop", values: ["price", "schema"] },
    { specifier: "shop/cart", values: ["Cart"] },
  ])
})

test("two declarations of one name are told apart by their files", () => {
  const { text } = report({
    "index.d.ts": `export type { Cart } from "./shop.js"\n`,
    "cart.d.ts": `export interface Cart { readonly rows: number }\n`,
    "shop.d.ts": `export interface Cart { readonly of: string }\n`,
  })
  expect(text).toContain("## shop\n\n```ts\n// shop.d.ts\ntype Cart\n```")
  expect(text).toContain("// cart.d.ts\ninterface Cart { readonly rows: number }")
  expect(text).toContain("// shop.d.ts\ninterface Cart { readonly of: string }")
})

test("a change in a type that is only mentioned changes the report", () => {
  const files = {
    "index.d.ts": `import type { Mode } from "./mode.js"\nexport declare const mode: Mode;\n`,
    "mode.d.ts": `export type Mode = "on";\n`,
  }
  const changed = { ...files, "mode.d.ts": `export type Mode = "on" | "off";\n` }
  expect(report(changed).text).not.toBe(report(files).text)
})

test("members with the name of a type, and types nobody mentions, are left out", () => {
  const { text } = report({
    "index.d.ts": `type state = string;\nexport interface Step { readonly state: number }\n`,
  })
  expect(text).not.toContain("type state")
})

test("a name exported again under another one keeps its declaration", () => {
  const { text, entries } = report({
    "index.d.ts": `export { run as start } from "./run.js"\n`,
    "run.d.ts": `export declare const run: () => void;\n`,
  })
  expect(text).toContain("## shop\n\n```ts\nrun as start\n```")
  expect(text).toContain("const run: () => void")
  expect(entries).toEqual([{ specifier: "shop", values: ["start"] }])
})

test("types that mention each other end", () => {
  const { text } = report({
    "index.d.ts": `export interface Tree { readonly leaf: Leaf }\ninterface Leaf { readonly tree: Tree }\n`,
  })
  expect(text.match(/interface Leaf/g)).toHaveLength(1)
})

test("a name nothing declares is an error that says where", () => {
  expect(() => report({ "index.d.ts": `export { gone } from "./a.js"\n`, "a.d.ts": "export {}\n" })).toThrow(
    /a\.d\.ts: no export named gone/,
  )
})

test("fields of public types without a sentence are named, whatever they are nested in", () => {
  const { silent } = report({
    "index.d.ts": `export { open } from "./open.js"
export type { Kept } from "./kept.js"
export declare const limits: { readonly most: number };
`,
    "open.d.ts": `import type { Store } from "./kept.js"
/** Opens. */
export declare function open(options: {
    readonly path: string;
    /** Default 1. */
    readonly version?: number;
}): Store;
`,
    "kept.d.ts": `export interface Store {
    /** Its rows. */
    readonly rows: ReadonlyArray<{
        readonly id: string;
        /** When. */ readonly at: string;
    }>;
    // Not for readers.
    close(): void;
}
declare const shape: { readonly kind: string };
export type Kept = typeof shape;
interface Hidden { readonly never: true }
`,
  })
  expect(silent).toEqual([
    { file: "kept.d.ts", field: "Store.rows.id" },
    { file: "kept.d.ts", field: "Store.close" },
    { file: "open.d.ts", field: "open.path" },
    { file: "kept.d.ts", field: "shape.kind" },
  ])
})

test("tags, what constructors take, conditions and the detector's inside need no sentence", () => {
  const { silent } = report({
    "index.d.ts": `export type State = { readonly status: "done" } | Failed;
export declare class Failed extends Error {
    #cause;
    private readonly secret;
    readonly code = "failed";
    constructor(details: { readonly why: string });
}
export type Named<T extends { readonly name: string }> = T extends { readonly id: infer Id } ? Id : Extract<T, { readonly key: string }>;
export interface DetectorState { readonly turn: Turn }
interface Turn { readonly streak: number }
declare const names: { readonly red: number };
export type Name = keyof typeof names;
`,
  })
  expect(silent).toEqual([])
})
