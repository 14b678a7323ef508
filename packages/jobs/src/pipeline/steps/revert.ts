import { workOf } from "../../drive/step.ts"
import { FIX_BRANCH_PREFIX } from "../../forge/git.ts"
import { code, quoted } from "../../forge/page_text.ts"
import { takeBack } from "../../forge/take_back.ts"
import { baseOf, keep, type RunStep } from "../context/context.ts"
import type { RunWork } from "../run.ts"
import { signOff } from "../work/commit_message.ts"

/** The draft pull request that reverts the merge; a person decides about it. */
export const revertStep: RunStep = {
  name: "revert",
  needs: ["forge"],
  async run(row, context) {
    const { settings, signal, tell } = context
    const { root, forge, draft, signer } = settings
    const { merged_commit, base_commit, pull_request } = workOf(
      row,
      "merged_commit",
      "base_commit",
      "pull_request",
    )
    const title = `Revert pull request ${pull_request.number}`
    const taken = await takeBack({
      root,
      forge,
      base: await baseOf(context, row),
      branch: `${FIX_BRANCH_PREFIX}revert-${row.id}`,
      merged_commit,
      published: pull_request.identity.commit,
      base_commit,
      title,
      message: `${title}\n\n${[`Proofloop-Run: ${row.id}`, ...signOff(row, signer)].join("\n")}`,
      body: bodyOf(row.id, pull_request.url, row.work),
      draft,
      signal,
    })
    const revert = taken.status === "opened" ? { url: taken.url } : { problem: taken.why }
    tell("reverted", revert)
    return keep(context, row, { work: { revert }, note: { step: "revert", merged_commit, ...revert } })
  },
}

function bodyOf(id: string, url: string, { verification }: Pick<RunWork, "verification">): string {
  return [
    `Takes ${url} back: after the merge ${code(verification?.command ?? "the check", 300)} fails.`,
    ...(verification === undefined ? [] : [quoted(verification.output.slice(-2000))]),
    `Run ${code(id)}. Nothing merges this by itself: a person decides.`,
  ].join("\n\n")
}
