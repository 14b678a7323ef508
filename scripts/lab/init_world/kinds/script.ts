import type { Kind } from "../kind.ts"

const PRICES = `export function withTax(net) {
  return Math.round(net * 119) / 100
}

export function withDiscount(net, percent) {
  return Math.round(net * (100 - percent)) / 100
}
`
const CART = `import { withDiscount, withTax } from "./prices.js"

export function total(items, percent = 0) {
  const net = items.reduce((sum, item) => sum + item.price * item.count, 0)
  return withTax(withDiscount(net, percent))
}
`

/** Tests of the cart in the words of a runner. */
const cartTest = (imports: string, equal: (left: string, right: string) => string): string =>
  `${imports}
import { total } from "../src/cart.js"

test("adds the tax", () => {
  ${equal("total([{ price: 100, count: 1 }])", "119")}
})

test("takes the discount off first", () => {
  ${equal("total([{ price: 100, count: 1 }], 10)", "107.1")}
})
`

const NODE_TEST = cartTest(
  'import assert from "node:assert/strict"\nimport { test } from "node:test"',
  (left, right) => `assert.equal(${left}, ${right})`,
)
const expectTest = (from: string): string =>
  cartTest(`import { expect, test } from "${from}"`, (left, right) => `expect(${left}).toBe(${right})`)

const manifest = (more: object): string =>
  `${JSON.stringify({ name: "shop", version: "1.0.0", private: true, type: "module", ...more }, null, 2)}\n`

const SHOP = { "src/prices.js": PRICES, "src/cart.js": CART }

export const SCRIPT_KINDS: readonly Kind[] = [
  {
    name: "JavaScript, npm",
    programs: ["npm"],
    tools: [],
    files: {
      ...SHOP,
      ".gitignore": "node_modules/\n",
      "package.json": manifest({ scripts: { test: "node --test" } }),
      "test/cart.test.js": NODE_TEST,
    },
    make: [],
    proofloop: { install: "npm install", command: "npx proofloop" },
    uncommitted: {},
    bad_edit: {
      about: "rewrites prices.js and drops a function that cart.js imports",
      files: { "src/prices.js": "export function withTax(net) {\n  return Math.round(net * 119) / 100\n}\n" },
      critic: "G7-TS",
      level: "error",
    },
  },
  {
    name: "TypeScript, pnpm, vitest",
    programs: [],
    tools: ["pnpm@10.34.9"],
    files: {
      ".gitignore": "node_modules/\n",
      "package.json": manifest({ scripts: { test: "vitest run" } }),
      "tsconfig.json": `${JSON.stringify({ compilerOptions: { strict: true, module: "nodenext", noEmit: true } }, null, 2)}\n`,
      "src/slug.ts":
        'export function slug(title: string): string {\n  return title.toLowerCase().replace(/[^a-z0-9]+/g, "-")\n}\n',
      "src/slug.test.ts":
        'import { expect, test } from "vitest"\nimport { slug } from "./slug.js"\n\ntest("joins words", () => {\n  expect(slug("Two Words")).toBe("two-words")\n})\n',
    },
    make: ["pnpm add --save-dev vitest@4 typescript@5"],
    proofloop: { install: "pnpm install", command: "pnpm exec proofloop" },
    uncommitted: {},
    bad_edit: {
      about: "imports a package that nobody declared",
      files: {
        "src/slug.ts":
          'import deburr from "lodash.deburr"\n\nexport function slug(title: string): string {\n  return deburr(title).toLowerCase().replace(/[^a-z0-9]+/g, "-")\n}\n',
      },
      critic: "imports",
      level: "error",
    },
  },
  {
    name: "JavaScript, Yarn 1",
    programs: [],
    tools: ["yarn@1.22.22"],
    files: {
      ...SHOP,
      ".gitignore": "node_modules/\n",
      "package.json": manifest({ scripts: { test: "node --test" } }),
      "test/cart.test.js": NODE_TEST,
    },
    make: ["yarn install"],
    proofloop: { install: "yarn install", command: "yarn --silent proofloop" },
    uncommitted: {},
    bad_edit: {
      about: "makes a failing test green by loosening it",
      files: {
        "src/cart.js": CART.replace("withTax(withDiscount(net, percent))", "withTax(net)"),
        "test/cart.test.js": NODE_TEST.replace(
          "assert.equal(total([{ price: 100, count: 1 }], 10), 107.1)",
          "assert.ok(true)",
        ),
      },
      critic: "forged-weakened",
      level: "error",
    },
  },
  {
    name: "JavaScript, Yarn 4 without node_modules (PnP)",
    programs: [],
    tools: ["@yarnpkg/cli-dist@4.18.1"],
    files: {
      ...SHOP,
      ".gitignore": ".yarn/*\n.pnp.*\n",
      "package.json": manifest({ scripts: { test: "node --test" } }),
      "test/cart.test.js": NODE_TEST,
      "yarn.lock": "",
    },
    make: ["yarn install"],
    proofloop: { install: "yarn install", command: "yarn proofloop" },
    uncommitted: {},
    bad_edit: {
      about: "leaves a comment in place of the code that was there",
      files: {
        "src/cart.js": CART.replace(/ {2}const net[^]*\n(?=\})/, "  // ... rest of the function ...\n"),
      },
      critic: "leftovers",
      level: "error",
    },
  },
  {
    name: "JavaScript, Bun",
    programs: [],
    tools: ["bun@1.4.5"],
    files: {
      ...SHOP,
      ".gitignore": "node_modules/\n",
      "package.json": manifest({}),
      "test/cart.test.js": expectTest("bun:test"),
    },
    make: ["bun install"],
    proofloop: { install: "bun install", command: "bunx proofloop" },
    uncommitted: {},
    bad_edit: {
      about: "forgets a closing brace",
      files: { "src/prices.js": PRICES.replace("/ 100\n}", "/ 100") },
      critic: "G2",
      level: "error",
    },
  },
  {
    name: "TypeScript, Deno",
    programs: [],
    tools: ["deno@2.9.6"],
    files: {
      "deno.json": '{\n  "tasks": { "test": "deno test" }\n}\n',
      "slug.ts":
        'export function slug(title: string): string {\n  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");\n}\n',
      "slug_test.ts":
        'import { slug } from "./slug.ts";\n\nDeno.test("joins words", () => {\n  if (slug("Two Words") !== "two-words") throw new Error(slug("Two Words"));\n});\n',
    },
    make: [],
    proofloop: "global",
    uncommitted: {},
    bad_edit: {
      about: "imports a file that is not there",
      files: {
        "slug.ts":
          'import { deburr } from "./deburr.ts";\n\nexport function slug(title: string): string {\n  return deburr(title).toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");\n}\n',
      },
      critic: "imports",
      level: "error",
    },
  },
]
