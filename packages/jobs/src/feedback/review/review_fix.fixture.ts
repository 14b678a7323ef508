import { commitPaths, requireGit } from "@proofloop/foundation/git"
import { hostRunner } from "@proofloop/foundation/sandbox"
import { scriptedModel } from "@proofloop/runtime/testing"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import { goodTest, PROJECT_FILES, shop } from "../loop.fixture.ts"
import { planWith, rowWith } from "../rows.fixture.ts"
import type { FixReviewContext } from "../settings.ts"

export const PATH = "src/price.mjs"
const FIXED = PROJECT_FILES[PATH].replace("price + (", "price - (")

/** A fix in a separate clone stands for the loop's tree. */
export async function contextWith(files: Readonly<Record<string, string>>): Promise<FixReviewContext> {
  const { root } = await shop()
  const base_commit = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
  await addFiles(root, files)
  const fix_commit = (await commitPaths(root, Object.keys(files), "fix")) ?? ""
  return {
    root,
    repository: root,
    feedback: rowWith(),
    plan: planWith(),
    hits: [],
    refutations: [],
    signal: new AbortController().signal,
    diff: "",
    base_commit,
    fix_commit,
    test: { path: goodTest.path, command: "node --test" },
    set_up: async () => hostRunner(),
  }
}

export const whole = { [PATH]: FIXED, [goodTest.path]: goodTest.content }

export const silent = scriptedModel(() => ({ text: "I have nothing to say." }))
