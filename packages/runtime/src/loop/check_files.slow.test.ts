import { mkdir, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { addFiles } from "../../../foundation/src/files/workspace.fixture.ts"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import type { ModelReply } from "../protocol/model.ts"
import { createAgentLoop } from "./create_agent_loop.ts"

const FILES = {
  ".gitignore": ".npmrc\n*.mk\n",
  "package.json": '{"scripts":{"test":"sh scripts/run.sh"}}',
  "scripts/run.sh": "set -e\nnode tools/verify.mjs\nexit 0\n",
  "tools/verify.mjs": "",
  "scripts/other.sh": "exit 0\n",
  "test/a.test.js": "// a\n",
  "src/a.js": "// a\n",
  "tomli/parser.py": "",
}

const DONE: ModelReply = { text: "Done.", tool_calls: [] }

/** A run whose one tool call changes files, and whose check always passes. */
async function proofAfter(
  change: (root: string) => Promise<unknown>,
  knobs: object = {},
  command = "npm test",
) {
  const root = await repositoryWith(FILES)
  const edit = {
    name: "edit",
    description: "Edits.",
    input_schema: { type: "object" as const },
    annotations: { kind: "edit" },
    execute: async () => {
      await change(root)
      return { ok: true, mutation_status: "applied" as const }
    },
  }
  const replies = [{ text: "", tool_calls: [{ name: "edit", arguments: {} }] }, DONE]
  const { result } = createAgentLoop({
    model: async () => replies.shift() ?? DONE,
    tools: [edit],
    workspace_root: root,
    verify_completion: { command },
    stall_diagnostics: { repair_aware: true, ...knobs },
  }).run("Do the task.")
  return result
}

const rewrite = (path: string) => (root: string) => writeFile(join(root, path), "// other\nexit 0\n")

// @requirement proof.check-changed
test.each([
  ["a test", rewrite("test/a.test.js"), ["test/a.test.js"]],
  ["the script behind the command", rewrite("scripts/run.sh"), ["scripts/run.sh"]],
  [
    "a script behind that script",
    (root: string) => writeFile(join(root, "tools/verify.mjs"), "// other"),
    ["tools/verify.mjs"],
  ],
  ["a test that is gone", (root: string) => rm(join(root, "test/a.test.js")), ["test/a.test.js"]],
  [
    "configuration, the environment and a module in the place of the runner",
    (root: string) => addFiles(root, { "conftest.py": "", ".env": "A=1", "pytest.py": "" }),
    [".env", "conftest.py", "pytest.py"],
  ],
  [
    "a shim that the command resolves to",
    async (root: string) => {
      await mkdir(join(root, "node_modules/.bin"), { recursive: true })
      await symlink("/bin/true", join(root, "node_modules/.bin/jest"))
    },
    ["node_modules/.bin/jest"],
  ],
  [
    "configuration in the root that git ignores",
    (root: string) => addFiles(root, { ".npmrc": "", "local.mk": "", "src/.npmrc": "" }),
    [".npmrc", "local.mk"],
  ],
  ["code", rewrite("src/a.js"), []],
  ["a product with the name of a module that a runner loads", rewrite("tomli/parser.py"), []],
  ["a script that the command does not run", rewrite("scripts/other.sh"), []],
  ["a test that came to the others", (root: string) => addFiles(root, { "test/b.test.js": "" }), []],
])("a proof names what the run changed of its check: %s", async (_what, change, check_changed) => {
  expect(await proofAfter(change)).toMatchObject({ verified: true, proof: { check_changed } })
})

test("a proof names the tests that the run added", async () => {
  const added = { "test/b.test.js": "", "src/b.js": "" }
  expect(await proofAfter((root) => addFiles(root, added))).toMatchObject({
    verified: true,
    proof: { check_changed: [], added_tests: ["test/b.test.js"] },
  })
})

test("with require_unchanged_checks such a proof does not count", async () => {
  const knobs = { require_unchanged_checks: true }
  expect(await proofAfter(rewrite("test/a.test.js"), knobs)).toMatchObject({
    status: "done",
    verified: false,
    stop_detail: expect.stringContaining("proof.check_changed"),
    proof: { check_changed: ["test/a.test.js"] },
  })
  expect(await proofAfter(rewrite("src/a.js"), knobs)).toMatchObject({ verified: true })
})

test("with require_unchanged_checks a proof about unknown files does not count", async () => {
  const { result } = createAgentLoop({
    model: async () => DONE,
    verify_completion: () => true,
    stall_diagnostics: { repair_aware: true, require_unchanged_checks: true },
  }).run("Do the task.")
  const stop_detail = expect.stringContaining("it is not known whether")
  expect(await result).toMatchObject({ verified: false, stop_detail })
})
