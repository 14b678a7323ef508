import { requireGit } from "@proofloop/foundation/git"
import { makeFix } from "./fix.ts"
import { fixBranch } from "./fix_branch.ts"
import { GOOD_EDIT, PROJECT_FILES, sharedRepository } from "./fixing.fixture.ts"

export const OLD_TEST =
  'import test from "node:test"\ntest("a", (t) => {\n  t.assert.ok(1)\n  t.assert.ok(2)\n})\n'
/** A repository that the tests of a file share, with one earlier test. */
export function repositoryToFix() {
  const repository = sharedRepository({ ...PROJECT_FILES, "tests/old.test.mjs": OLD_TEST })
  function fix(id: string, rest: Partial<Parameters<typeof makeFix>[0]> = {}) {
    const { root, base } = repository
    return makeFix({ root, base_commit: base, branch: fixBranch(id), edits: [GOOD_EDIT], ...rest })
  }
  const show = (spec: string) => requireGit(repository.root, ["show", spec])
  return { repository, fix, show }
}
