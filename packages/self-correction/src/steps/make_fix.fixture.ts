import { requireGit } from "@proofloop/foundation/git"
import { fixBranch } from "./fix_branch.ts"
import { good_edit, project_files, sharedRepository } from "./fixing.fixture.ts"
import { makeFix } from "./make_fix.ts"

export const old_test =
  'import test from "node:test"\ntest("a", (t) => {\n  t.assert.ok(1)\n  t.assert.ok(2)\n})\n'
/** A repository that the tests of a file share, with a test that was there before. */
export function repositoryToFix() {
  const repository = sharedRepository({ ...project_files, "tests/old.test.mjs": old_test })
  function fix(id: string, rest: Partial<Parameters<typeof makeFix>[0]> = {}) {
    const { root, base } = repository
    return makeFix({ root, base_commit: base, branch: fixBranch(id), edits: [good_edit], ...rest })
  }
  const show = (spec: string) => requireGit(repository.root, ["show", spec])
  return { repository, fix, show }
}
