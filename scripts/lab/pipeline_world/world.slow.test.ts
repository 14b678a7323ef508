import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { folderWith } from "../../../packages/foundation/src/files/workspace.fixture.ts"
import { repositoryWith } from "../../../packages/foundation/src/git/repository.fixture.ts"
import { SHOP } from "../world/shop.ts"
import { carry } from "./carry.ts"
import { sail, type Sailed, status } from "./fleet.ts"
import { loadScenario } from "./scenario.ts"

const FILES = {
  ...SHOP,
  "package.json": '{ "type": "module", "private": true, "scripts": { "test": "node --test" } }\n',
  "packages/cart/total.test.js": `import assert from "node:assert"
import test from "node:test"
import { total } from "./index.js"

test("a discount is taken off", () => {
  assert.equal(total([100], 10), 90)
})
`,
}
const HOST = ["--unsafe-host-runner"]
const shop = loadScenario(fileURLToPath(new URL("fixtures/shop.yaml", import.meta.url)))

async function place(): Promise<string> {
  const folder = join(await folderWith(), "places")
  await mkdir(folder)
  return folder
}

test("a run is carried to its merged end by a killed process and a fresh clone", async () => {
  const { steps, work, merged_files } = await carry(shop, await repositoryWith(FILES), await place(), HOST)
  expect(steps.map(({ name, ended }) => [name, ended])).toEqual([
    ["run", "SIGKILL"],
    ["status", 0],
    ["resume in a fresh clone", 3],
    ["status", 0],
    ["resume after the merge", 0],
    ["status", 0],
  ])
  // Before them stands what the pipeline asks for by itself, of which these models know nothing.
  const planned = work?.outcomes?.filter(({ id }) => id.startsWith("T001"))
  expect(planned?.map(({ status: how }) => how)).toEqual(["completed", "completed"])
  expect(work?.ending).toEqual({ how: "merged", why: "merged and verified" })
  expect(merged_files).toEqual(["README.md", "packages/price/index.js"])
})

test("a fleet goes on beside an expired token and a rate limit, and status tells who waits for what", async () => {
  const folder = await place()
  const member = { ...shop, repository: await repositoryWith(FILES), language: "JavaScript" }
  const repositories = [
    { ...member, name: "expired", options: ["--setup", ""], trouble: "expired_token" as const },
    { ...member, name: "limited", options: ["--setup", ""], trouble: "rate_limit" as const },
    { ...member, name: "sound" },
  ]
  const sailed: Sailed[] = []
  const limits = { minutes: 30, usd: 5, prices: "3,15" }
  await sail({ limits, repositories }, folder, HOST, (one) => sailed.push(one))
  expect(sailed.map(({ name, ended }) => [name, ended])).toEqual([
    ["expired", 3],
    ["limited", 3],
    ["sound", 3],
  ])
  const { text } = await status(folder)
  expect(text).toMatch(/waits for forge github https:\/\/github\.com\/acme\/expired/)
  expect(text).toMatch(/waits for forge github https:\/\/github\.com\/acme\/limited/)
  expect(text).toMatch(/acme\/expired is unavailable.*401 Bad credentials/)
  expect(text).toMatch(/API rate limit exceeded/)
  expect(text).toMatch(/waits for a person.*merge/)
})
