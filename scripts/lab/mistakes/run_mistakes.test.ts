import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"
import { expect, it, onTestFinished } from "vitest"
import { openCheckout } from "./checkout.ts"
import { kinds } from "./kinds.ts"
import { runMistakes } from "./run_mistakes.ts"
import { CODE } from "./source.ts"

const step = (index: number) =>
  `def step_${index}(order):\n    total = order.total()\n    for item in order:\n        total += item.price * ${index}\n    return total\n`

async function openShop() {
  const root = mkdtempSync(join(tmpdir(), "mistakes "))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  await initRepository(root)
  const files = {
    "shop/steps.py": Array.from({ length: 8 }, (_none, index) => step(index)).join("\n\n"),
    "pyproject.toml": '[project]\nname = "shop"\nversion = "1"\n',
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  await commitPaths(root, Object.keys(files), "The shop")
  return openCheckout(root)
}

it("has a name for each kind, and at least 31 of them in five languages", () => {
  const names = kinds.map(({ kind }) => kind)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(31)
  expect(
    CODE.every((language) => kinds.filter(({ languages }) => languages.includes(language)).length >= 28),
  ).toBe(true)
})

it("makes the same mistakes for the same seed, and tells who saw them", async () => {
  const options = { seed: 3, count: 1, only: ["missing-bracket", "stub-not-implemented", "dropped-function"] }
  const found = await runMistakes(await openShop(), options)
  expect(found.map(({ kind, critics }) => [kind, critics])).toEqual([
    ["missing-bracket", ["G2"]],
    ["stub-not-implemented", ["stubs"]],
    ["dropped-function", ["G7"]],
  ])
  expect(await runMistakes(await openShop(), options)).toEqual(found)
})
