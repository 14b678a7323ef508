import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { sha256Hex } from "@proofloop/foundation/text"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { scriptedModel } from "../models/scripted.ts"
import type { ToolResult } from "../protocol/tool.ts"
import { blankSlot } from "../stall/slot.ts"
import { scriptedTool } from "../testing/scripted_tool.ts"
import { tellingTestFiles } from "./failing_test_files.ts"
import { calls, runScript } from "./loop.fixture.ts"
import type { ReadLoopOptions } from "./options.ts"

const OK: ToolResult = { ok: true, output: "done" }
const FILE = "tests/sum.test.js"

function optionsFor(root: string | undefined): ReadLoopOptions {
  return {
    tools: [],
    model: scriptedModel([]),
    verify_completion: { command: "node --test" },
    ...(root === undefined ? {} : { workspace_root: root }),
  }
}

async function resultOf(
  root: string | undefined,
  test_files: readonly string[],
  call: () => Promise<ToolResult>,
): Promise<ToolResult> {
  return tellingTestFiles(optionsFor(root), { slots: [{ ...blankSlot("unit"), test_files }] }, call)
}

describe("tellingTestFiles", () => {
  it.each<readonly [string, (path: string) => Promise<void>, string]>([
    ["changed", (path) => writeFile(path, "two"), sha256Hex("two")],
    ["removed", (path) => rm(path), "absent"],
    ["made too long to read", (path) => writeFile(path, Buffer.alloc(3 * 2 ** 20)), "too_large"],
  ])("names a file of a failing test that a call has %s", async (_what, change, hash) => {
    const root = await folderWith({ [FILE]: "one", "sum.js": "one" })
    const result = await resultOf(root, [FILE, "other.test.js"], async () => {
      await change(join(root, FILE))
      return OK
    })
    expect(result).toEqual({ ...OK, mutation_status: "applied", file_hashes: { [FILE]: hash } })
  })

  it("leaves a result as it is when the call changed other files, or put the content back", async () => {
    const root = await folderWith({ [FILE]: "one", "sum.js": "one" })
    const result = await resultOf(root, [FILE], async () => {
      await writeFile(join(root, "sum.js"), "two")
      await writeFile(join(root, FILE), "two")
      await writeFile(join(root, FILE), "one")
      return OK
    })
    expect(result).toBe(OK)
  })

  it("lets the tool's own word stand", async () => {
    const root = await folderWith({ [FILE]: "one" })
    const said = { ...OK, mutation_status: "unchanged", file_hashes: { [FILE]: "its own" } } as const
    const result = await resultOf(root, [FILE], async () => {
      await writeFile(join(root, FILE), "two")
      return said
    })
    expect(result).toEqual(said)
  })

  it.each<readonly [string, (root: string) => readonly [string | undefined, readonly string[]]]>([
    ["no test has failed", (root) => [root, []]],
    ["no work tree is known", () => [undefined, [FILE]]],
    ["the file is outside of it", (root) => [join(root, "tests"), ["../tests/sum.test.js"]]],
  ])("looks at nothing where %s", async (_what, given) => {
    const root = await folderWith({ [FILE]: "one" })
    const result = await resultOf(...given(root), async () => {
      await writeFile(join(root, FILE), "two")
      return OK
    })
    expect(result).toBe(OK)
  })
})

describe("a run", () => {
  it.each([
    ["tests/test_sum.py", false],
    ["sum.py", true],
  ])("whose command changed %s: verified %s, where the report names no tests", async (path, verified) => {
    const root = await folderWith({ "tests/test_sum.py": "one", "sum.py": "one" })
    const red = "FAILED tests/test_sum.py::test_adds - assert 3 == 4\n1 failed, 1 passed in 0.01s"
    const check = scriptedTool({
      name: "run_test",
      evidence_role: "verification",
      check_id: "pytest",
      results: [
        { ok: false, output: red },
        { ok: true, output: "..\n2 passed in 0.01s" },
      ],
    })
    const shell = {
      name: "shell",
      description: "",
      input_schema: { type: "object" },
      annotations: { kind: "execute" },
      async execute() {
        await writeFile(join(root, path), "two")
        return "done"
      },
    }
    const script = [calls("run_test"), calls("shell"), calls("run_test"), { text: "done" }]
    const { result } = await runScript(script, { tools: [check, shell], workspace_root: root })
    expect(result.verified).toBe(verified)
  })
})
