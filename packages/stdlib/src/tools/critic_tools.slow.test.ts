import { existsSync } from "node:fs"
import { join } from "node:path"
import { git } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { addFiles } from "../../../foundation/src/files/workspace.fixture.ts"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import { ask } from "./critic_tools.fixture.ts"

it("runs the tests of the base apart, to tell what a change broke", async () => {
  const suite =
    'import assert from "node:assert"\nimport { test } from "node:test"\nimport { sum } from "./sum.js"\n'
  const root = await repositoryWith({
    "package.json": '{ "type": "module", "scripts": { "test": "node --test" } }\n',
    "sum.js": "export const sum = (a, b) => a + b\n",
    "sum.test.js": `${suite}test("adds", () => assert.equal(sum(1, 2), 3))\ntest("old", () => assert.fail())\n`,
  })
  await addFiles(root, { "sum.js": "export const sum = (a, b) => a - b\n", "node_modules/x/index.js": "" })
  const { findings } = await ask(root, "critic_g8")
  expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining("adds")])
  expect((await git(root, ["worktree", "list"])).stdout.trim().split("\n")).toHaveLength(1)
  expect(existsSync(join(root, "node_modules/x/index.js"))).toBe(true)
  const proposed = { changes: [{ path: "sum.js", after: "export const sum = (a, b) => a - b\n" }] }
  expect(await ask(root, "critic_g8", proposed)).toMatchObject({ status: "unable" })
})
