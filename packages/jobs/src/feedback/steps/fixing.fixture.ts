import { mkdtemp, realpath, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commitPaths, initRepository, requireGit } from "@proofloop/foundation/git"
import { afterAll, beforeAll } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import type { Feedback, FixPlan } from "../feedback.ts"
import { planWith, rowWith } from "../rows.fixture.ts"
import type { FixContext } from "../settings.ts"

/** A program with a bug: it subtracts. */
export const PROJECT_FILES = {
  "src/calc.mjs": "export function add(a, b) {\n  return a - b\n}\n",
  "package.json": '{ "type": "module" }\n',
}

/** The edit that takes the bug away. */
export const GOOD_EDIT = { path: "src/calc.mjs", old_string: "a - b", new_string: "a + b" }

/** A regression test that fails with the bug and passes without. */
export const goodTest = {
  path: "tests/add.test.mjs",
  content: testOf('import { add } from "../src/calc.mjs"', "assert.equal(add(1, 2), 3)"),
}

export function testOf(head: string, ...body: readonly string[]): string {
  return [
    'import assert from "node:assert"',
    'import test from "node:test"',
    head,
    "",
    'test("a sum", () => {',
    ...body.map((line) => `  ${line}`),
    "})",
    "",
  ].join("\n")
}

/** One repository for all tests of a file; each takes a different fix branch. */
export function sharedRepository(files: Readonly<Record<string, string>> = PROJECT_FILES) {
  const made = { root: "", base: "" }
  beforeAll(async () => {
    made.root = await realpath(await mkdtemp(join(tmpdir(), "proofloop fixing ")))
    await addFiles(made.root, files)
    await initRepository(made.root)
    made.base = (await commitPaths(made.root, Object.keys(files), "first")) ?? ""
  })
  afterAll(() => rm(made.root, { recursive: true, force: true }))
  return made
}

export async function subjectsOf(root: string, branch: string): Promise<readonly string[]> {
  const log = await requireGit(root, ["log", "--format=%s", branch])
  return log.trim().split("\n")
}

export function planOf(files: FixPlan["files"], rest: Partial<FixPlan> = {}): FixPlan {
  return planWith({
    root_cause: "add subtracts",
    proposed_change: "add",
    regression_test_sketch: "add(1, 2) is 3",
    files,
    alternatives_considered: [],
    success_criterion: "1 + 2 is 3",
    ...rest,
  })
}

export function contextOf(root: string, rest: Partial<FixContext> = {}): FixContext {
  return {
    root,
    feedback: feedbackOf("sums are wrong"),
    plan: planOf([{ path: "src/calc.mjs", loc_estimate: 10, operation: "edit" }]),
    hits: [{ path: "src/calc.mjs", line_start: 2, line_end: 2, snippet: "return a - b" }],
    refutations: [],
    signal: new AbortController().signal,
    ...rest,
  }
}

export function feedbackOf(body: string): Feedback {
  return rowWith({ from_handle: "ann", body, state: "in-fix", fix_class: "tool" })
}
