import { published, pushAs } from "../../forge/forge.fixture.ts"
import { localForge } from "../../forge/local_forge.ts"
import { rowOf } from "./publish.fixture.ts"
import { revertMerge } from "./revert_merge.ts"

export const REVERT_BRANCH = "auto/proofloop/revert-fb-1"

export async function bench() {
  const made = await published()
  const { root, bare } = made
  const forge = localForge({ repository: bare })
  const feedback = rowOf(made, { state: "regression-alarm", fix_pr_url: "https://forge.example/1" })
  const options = { root, forge, feedback, base: "next", reason: "red\n## again" }
  const revert = (merged_commit: string) => revertMerge({ ...options, merged_commit })
  const isNext = (commit: string) => pushAs(root, bare, commit, "next")
  return { ...made, forge, options, revert, isNext }
}
