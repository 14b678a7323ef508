import { requireGit } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { addFiles } from "../../../foundation/src/files/workspace.fixture.ts"
import { repositoryWith } from "../../../foundation/src/git/repository.fixture.ts"
import { judgedChange } from "./tool_change.ts"

it("baselines are measured at the commit the change differs from, also when HEAD moves on meanwhile", async () => {
  const root = await repositoryWith({ "a.txt": "a\n" })
  await addFiles(root, { "a.txt": "b\n" })
  const head = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
  const measured: string[] = []
  const { change } = await judgedChange(root, "HEAD", {}, async (commit) => {
    await requireGit(root, ["commit", "--all", "--quiet", "--message=moved on"])
    measured.push((await requireGit(root, ["rev-parse", commit])).trim())
    return {}
  })
  expect(change.files.map(({ path }) => path)).toEqual(["a.txt"])
  expect(measured).toEqual([head])
})
