import { InvalidOptionError } from "@proofloop/foundation/errors"
import type { Forge } from "../../forge/forge.ts"
import { FIX_BRANCH_PREFIX } from "../../forge/git.ts"
import type { DraftChoice } from "../../forge/open_pull.ts"
import { code, paragraph, quoted } from "../../forge/page_text.ts"
import { takeBack, type TakenBack } from "../../forge/take_back.ts"
import type { Feedback } from "../feedback.ts"
import { PublishError } from "./fix_error.ts"

export interface RevertOptions {
  readonly root: string
  readonly forge: Forge
  /** With its class, test, base commit and place of publication. */
  readonly feedback: Feedback
  readonly merged_commit: string
  readonly base: string
  readonly reason: string
  /** Default "auto". */
  readonly draft?: DraftChoice | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Opens a draft pull request that reverts a merged fix, from the branch `auto/proofloop/revert-<id>`, or finds the
 * open one. Rejects with a PublishError for the default branch, with InvalidOptionError for a row without a published
 * fix, with ForgeError and GitError.
 * @requirement self-correction.revert
 */
export async function revertMerge(options: RevertOptions): Promise<TakenBack> {
  const { root, forge, feedback, merged_commit, base, reason, draft = "auto", signal } = options
  const { test, base_commit } = feedback.work
  if (test === undefined || base_commit === undefined) {
    throw new InvalidOptionError({
      option: "feedback.work",
      expected: "a published fix",
      got: feedback.state,
    })
  }
  if (base === (await forge.defaultBranch())) {
    throw new PublishError("base", `${base} is the default branch; a person takes a fix back there`)
  }
  const title = `revert(${feedback.fix_class ?? "unknown"}): feedback ${feedback.id}`
  return takeBack({
    root,
    forge,
    base,
    branch: `${FIX_BRANCH_PREFIX}revert-${feedback.id}`,
    merged_commit,
    published: test.commit,
    base_commit,
    title,
    message: `${title}\n\nFeedback-Id: ${feedback.id}`,
    body: revertBody({ feedback, merged_commit, test_path: test.path, reason }),
    draft,
    signal,
  })
}

interface RevertBodyOptions {
  readonly feedback: Pick<Feedback, "id" | "body" | "fix_pr_url">
  readonly merged_commit: string
  readonly test_path: string
  readonly reason: string
}

function revertBody({ feedback, merged_commit, test_path, reason }: RevertBodyOptions): string {
  const about = feedback.fix_pr_url === null ? "" : ` of ${code(feedback.fix_pr_url, 500)}`
  return [
    `# Take the fix for feedback ${code(feedback.id)} back`,
    `Reverts ${code(merged_commit)}${about}. The feedback was:`,
    quoted(feedback.body),
    `## Why\n\n${paragraph(reason)}`,
    "---",
    `Feedback-Id: ${feedback.id}\nRegression-Test: ${test_path}`,
    "Nothing merges this by itself: a person decides.",
  ].join("\n\n")
}
