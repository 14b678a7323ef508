import { rm } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, requireGit } from "@proofloop/foundation/git"
import { expect, test } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import { pipelineWith, type Place } from "../run.fixture.ts"
import { SHOP_FILES } from "../shop.fixture.ts"

const FEATURE = {
  "src/price.mjs": SHOP_FILES["src/price.mjs"].replace("price + (", "price - ("),
  "src/old.mjs": "export const old = 1\n",
  "tests/old.test.mjs": [
    'import assert from "node:assert"',
    'import test from "node:test"',
    'import { old } from "../src/old.mjs"',
    "",
    'test("old is one", () => assert.equal(old, 1))',
    "",
  ].join("\n"),
}

/** A run whose only subtask removes the feature, in a shop whose three tests are green. */
async function runThatRemoves(action: string, hints: readonly string[], command: string): Promise<Place> {
  const subtask = { id: "T001-S01", title: "Take old away", description: "Nobody uses it.", action }
  const task = { id: "T001", title: "Take old away", metric: "structure", description: "It is dead." }
  const place = await pipelineWith({
    plan: { tasks: [{ ...task, subtasks: [{ ...subtask, file_hints: hints }] }] },
    work: {
      "Take old away": [
        { tool_calls: [{ name: "shell", arguments: { command } }] },
        { text: "Take old away" },
      ],
    },
  })
  const work = join(place.folder, "work")
  await addFiles(work, FEATURE)
  await commitPaths(work, Object.keys(FEATURE), "a feature")
  await requireGit(work, ["push", "--quiet", place.bare, "HEAD:main"])
  await rm(work, { recursive: true })
  await place.begin({ switches: ["no_ci_watch", "no_self_review"] })
  await place.pipeline.drive("run-1")
  return place
}

const BOTH = "rm src/old.mjs tests/old.test.mjs"

test("a test file goes with its feature when the plan names it, and the pull request says so", async () => {
  const { store, forge } = await runThatRemoves("delete", ["src/old.mjs", "tests/old.test.mjs"], BOTH)
  const { state, work } = await store.get("run-1")
  expect(state).toBe("pr-open")
  expect(work.outcomes).toMatchObject([
    { status: "completed", removed_tests: { files: ["tests/old.test.mjs"], count: 1 } },
  ])
  const [, not_checked = ""] = (await forge.pulls.get(1)).body.split("## Not checked")
  expect(not_checked).toContain("it takes tests away, as the plan says: tests/old.test.mjs")
  expect(not_checked).toContain("2 tests ran, and 3 before")
})

test.each([
  ["that it does not name", "delete", ["src/old.mjs"], BOTH, "2 tests ran, and 3 before"],
  [
    "that it is to change",
    "modify",
    ["src/old.mjs", "tests/old.test.mjs"],
    BOTH,
    "2 tests ran, and 3 before",
  ],
  [
    "beside the one it names",
    "delete",
    ["tests/old.test.mjs"],
    "rm tests/old.test.mjs tests/price.test.mjs",
    "is gone, and what it tests is still there",
  ],
])("a plan takes no test file away %s", async (_what, action, hints, command, why) => {
  const { store } = await runThatRemoves(action, hints, command)
  expect(await store.get("run-1")).toMatchObject({
    state: "failed",
    error: expect.stringContaining(why) as string,
  })
})
