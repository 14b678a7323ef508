import { requireGit } from "@proofloop/foundation/git"
import { makeFix } from "./fix.ts"
import { fixBranch } from "./fix_branch.ts"
import { GOOD_EDIT, goodTest, PROJECT_FILES, sharedRepository, testOf } from "./fixing.fixture.ts"

export const oldTest = { path: "tests/old.test.mjs", content: testOf("", "assert.ok(true)") }
export const branch = fixBranch("fb-1")

/** A repository with a fix that the tests of a file share. */
export function repositoryWithFix() {
  const repository = sharedRepository({ ...PROJECT_FILES, [oldTest.path]: oldTest.content })
  let fix: ReturnType<typeof makeFix> | undefined

  /** The branch with its fix as the last commit. */
  async function fixed() {
    const { root, base } = repository
    fix ??= makeFix({ root, base_commit: base, branch, edits: [GOOD_EDIT] })
    const { commit } = await fix
    await requireGit(root, ["update-ref", `refs/heads/${branch}`, commit])
    return { root, branch, fix_commit: commit, test: goodTest }
  }

  return { repository, fixed }
}
