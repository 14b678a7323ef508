import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { expect, test } from "vitest"
import { buildPackages } from "./build_packages.mjs"
import { folderOf, write } from "./folder.fixture.ts"

const entry = (name: string): object => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` })

const files = {
  "packages/shop/package.json": JSON.stringify({
    name: "shop",
    type: "module",
    exports: { ".": "./src/index.ts", "./price": "./src/price.ts", "./open": "./hours/open.ts" },
    publishConfig: {
      exports: { ".": entry("index"), "./price": entry("price"), "./open": entry("hours/open") },
    },
    dependencies: { "fastest-levenshtein": "*" },
  }),
  "packages/shop/src/index.ts": `export { Price } from "./price.ts"\nexport { sum } from "./inner/sum.ts"\n`,
  "packages/shop/src/price.ts": `export class Price {}\n`,
  "packages/shop/src/inner/sum.ts": `import { sep } from "node:path"\nexport const sum = () => sep\n`,
  "packages/shop/hours/open.ts": `import { sum } from "shop"\nexport const open = () => sum()\n`,
  "packages/shop/.tsc/hours/open.d.ts": `export declare const open: () => string;\n`,
  "packages/shop/.tsc/index.d.ts": `export { Price } from "./price.ts";\nexport { sum } from "./inner/sum.ts";\n`,
  "packages/shop/.tsc/price.d.ts": `export declare class Price {\n}\n`,
  "packages/shop/.tsc/inner/sum.d.ts": `export declare const sum: () => string;\n`,
  "packages/shop/.tsc/inner/gone.d.ts": `export {};\n`,
  "packages/shop/dist/stale.js": "",
}

test("dist has the entries, what they share once, and the declarations they reach", async () => {
  const root = folderOf(files)
  await buildPackages(root)
  const dist = join(root, "packages/shop/dist")
  const index = await import(pathToFileURL(join(dist, "index.js")).href)
  const price = await import(pathToFileURL(join(dist, "price.js")).href)
  expect(Object.keys(index)).toEqual(["Price", "sum"])
  expect(index.Price).toBe(price.Price)
  expect(readFileSync(join(dist, "index.d.ts"), "utf8")).toBe(
    `export { Price } from "./price.js";\nexport { sum } from "./inner/sum.js";\n`,
  )
  expect(existsSync(join(dist, "inner/sum.d.ts"))).toBe(true)
  const open = await import(pathToFileURL(join(dist, "hours/open.js")).href)
  expect(open.open()).toBe(index.sum())
  for (const stale of ["stale.js", "inner/gone.d.ts"]) expect(existsSync(join(dist, stale))).toBe(false)
})

test("a package that nobody declared is not loaded by chance", async () => {
  const root = folderOf(files)
  write(root, "packages/shop/src/inner/sum.ts", `import "fastest-levenshtein"\nimport "@shop/else/deep"\n`)
  write(root, "packages/shop/src/index.ts", `import "./inner/sum.ts"\n`)
  await expect(buildPackages(root)).rejects.toThrow(
    /loads @shop\/else\/deep, which package\.json of shop does not declare/,
  )
})

test("entries without a packed counterpart are named", async () => {
  const manifest = JSON.parse(files["packages/shop/package.json"])
  delete manifest.publishConfig.exports["./price"]
  const root = folderOf({ ...files, "packages/shop/package.json": JSON.stringify(manifest) })
  await expect(buildPackages(root)).rejects.toThrow(
    /exports and publishConfig\.exports name different entries/,
  )
})
