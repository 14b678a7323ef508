import { requireGit } from "@proofloop/foundation/git"
import { makeFix } from "./fix.ts"
import { fixBranch } from "./fix_branch.ts"
import { GOOD_EDIT, PROJECT_FILES, sharedRepository } from "./fixing.fixture.ts"

export const OLD_TEST = `import test from "node:test"
import { add } from "../src/calc.mjs"
test("a", (t) => {
  t.assert.equal(add(0, 0), 0)
  t.assert.equal(add(1, 0), 1)
})
`
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
