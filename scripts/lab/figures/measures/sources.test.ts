import { expect, onTestFinished, test } from "vitest"
import { folderOf } from "../../../packaging/folder.fixture.ts"
import { openCheckout } from "../checkout.ts"
import { sources } from "./sources.ts"

const manifest = (name: string, more: object): string => JSON.stringify({ name, ...more })

async function measure(files: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, unknown>> {
  const checkout = openCheckout(folderOf(files))
  onTestFinished(() => checkout.dispose())
  const readings = await sources.measure(checkout, { quick: false, tests: false, data: undefined })
  if ("absent" in readings) throw new Error(readings.absent)
  return new Map(
    readings.map((one) => [
      one.of === undefined ? one.figure : `${one.figure} ${one.of}`,
      "value" in one ? one.value : one,
    ]),
  )
}

const workspace = {
  "pnpm-workspace.yaml": "packages:\n  - packages/*\n  - conformance\n\ncatalog:\n  zod: 1\n",
  "packages/core/package.json": manifest("@p/core", {
    exports: { ".": "./src/index.ts", "./one": "./src/one.ts" },
  }),
  "packages/core/src/index.ts": 'export * from "./one.ts"\nexport { two as second } from "./two.ts"\n',
  "packages/core/src/one.ts":
    'import type { Two } from "./two.ts"\nexport const one: Two = 1\nexport type One = 1\n',
  "packages/core/src/two.ts": 'import { one } from "./one.ts"\nexport type Two = 1\nexport const two = one\n',
  "packages/core/src/two.test.ts": 'import "./two.ts"\n\n\n',
  "packages/core/src/fixtures/broken.ts": "not TypeScript",
  "packages/core/.tsc/one.js": "export const one = 1\n",
  "packages/shell/package.json": manifest("shell", { exports: { ".": "./src/index.ts" } }),
  "packages/shell/src/index.ts": 'export * from "@p/core/one"\nexport * as all from "@p/core"\n',
  "conformance/package.json": manifest("hidden", { private: true, exports: { ".": "./src/a.ts" } }),
  "conformance/src/a.ts": "export const a = 1\n",
  "scripts/make.mjs": "export {}\n",
}

test("the packages of the workspace are measured, whatever they are called", async () => {
  const measured = await measure(workspace)
  expect(Object.fromEntries(measured)).toEqual({
    shipped_lines: 10,
    shipped_files: 4,
    "package_lines @p/core": 8,
    "package_files @p/core": 3,
    "package_lines shell": 2,
    "package_files shell": 1,
    conformance_lines: 1,
    script_lines: 1,
    example_lines: 0,
    source_lines: 12,
    source_files: 6,
    test_lines: 3,
    test_files: 1,
    median_lines: 2,
    largest_lines: 3,
    circles: 1,
    entries: 3,
    names: 8,
    "entry_names @p/core": 3,
    "entry_names @p/core/one": 2,
    "entry_names shell": 3,
  })
})

test("without the type that closes it there is no circle", async () => {
  const one = "export const one = 1\nexport type One = 1\n"
  expect((await measure({ ...workspace, "packages/core/src/one.ts": one })).get("circles")).toBe(0)
})
