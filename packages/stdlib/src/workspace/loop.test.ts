import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"
import { createAgentLoop, scriptedModel } from "@proofloop/runtime"
import { expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { workspaceTools } from "./workspace_tools.ts"

const FILES = {
  "package.json": JSON.stringify({ type: "module", scripts: { test: "node --test" } }),
  "sum.js": "export const sum = (a, b) => a - b\n",
  "sum.test.js": `import assert from "node:assert"
import test from "node:test"
import { sum } from "./sum.js"
test("adds", () => assert.equal(sum(1, 2), 3))
`,
}

it("a run that sees the check fail, edits and sees it pass is verified by the check's own result", async () => {
  const root = await folderWith(FILES)
  await initRepository(root)
  await commitPaths(root, Object.keys(FILES), "first")
  const model = scriptedModel([
    { tool_calls: [{ name: "shell", arguments: { command: "npm test" } }] },
    { tool_calls: [{ name: "read_file", arguments: { path: "sum.js" } }] },
    {
      tool_calls: [
        { name: "edit_file", arguments: { path: "sum.js", old_text: "a - b", new_text: "a + b" } },
      ],
    },
    { tool_calls: [{ name: "shell", arguments: { command: "npm test 2>&1" } }] },
    { text: "Done." },
  ])
  const loop = createAgentLoop({
    model,
    tools: workspaceTools({ root }),
    stall_diagnostics: { repair_aware: true },
  })
  const run = loop.run("Make the tests pass")
  const result = await run.result
  expect(await readFile(join(root, "sum.js"), "utf8")).toContain("a + b")
  expect(result).toMatchObject({
    verified: true,
    proof: { source: "tool_result", check_id: "npm test", exit_code: 0, tests_run: 1 },
  })
})

it("a shell command that writes counts as an edit, one that only looks does not", async () => {
  const root = await folderWith(FILES)
  await initRepository(root)
  const model = scriptedModel([
    { tool_calls: [{ name: "shell", arguments: { command: "npm test" } }] },
    { tool_calls: [{ name: "shell", arguments: { command: "cat sum.js" } }] },
    { tool_calls: [{ name: "shell", arguments: { command: "sed -i 's/a - b/a + b/' sum.js" } }] },
    { text: "Done." },
  ])
  const loop = createAgentLoop({
    model,
    tools: workspaceTools({ root }),
    stall_diagnostics: { repair_aware: true },
  })
  const run = loop.run("Make the tests pass")
  const written: boolean[] = []
  for await (const event of run.events) {
    if (event.type === "tool_call_end") written.push(event.mutated)
  }
  expect(written).toEqual([false, false, true])
  expect(await run.result).toMatchObject({ verified: false })
})
