import { diffSince } from "@proofloop/foundation/git"
import { isCheckPath } from "@proofloop/foundation/paths"
import { cutCodePoints, cutMiddle, oneLine, redactSecrets } from "@proofloop/foundation/text"
import { dataBlock } from "@proofloop/stdlib"
import type { Reviewer } from "@proofloop/stdlib/gate"
import type { Rejection } from "@proofloop/stdlib/internal/gate"
import { listBlock } from "@proofloop/stdlib/internal/llm"
import * as z from "zod"
import { type Attempts, failuresBlock, triesBlock } from "./attempts.ts"
import { ask } from "./prompts.ts"

const reviewReply = z
  .strictObject({ approved: z.boolean(), feedback: z.string().trim().max(20_000).default("") })
  .refine(({ approved, feedback }) => approved || feedback !== "", {
    path: ["feedback"],
    error: "say what is wrong and what would be right",
  })

const MAX_DIFF = 40_000
const MAX_FEEDBACK = 1500

/** The critic as the gate's reviewer: it sees the change before the commit, and its words go back to the fixer. */
export function reviewFix(attempts: Attempts): Reviewer {
  const { root, jobs, critic, tries, prompt_dir, emit } = attempts
  return async (change, { signal }) => {
    const paths = change.files.map(({ path }) => path)
    const values = {
      failures: failuresBlock(jobs),
      diagnosis: dataBlock(tries.at(-1)?.diagnosis ?? ""),
      diff: dataBlock(cutMiddle(await diffSince(root, "HEAD", paths), MAX_DIFF)),
      check_files: listBlock(paths.filter(isCheckPath)),
      tries: triesBlock(tries),
    }
    const asked = { schema: reviewReply, signal, prompt_dir, on_event: emit }
    const { approved, feedback } = await ask(critic, "fix_ci_review", values, asked)
    return approved ? null : rejectionOf(redactSecrets(feedback))
  }
}

function rejectionOf(feedback: string): Rejection {
  return {
    source: "ci_critic",
    rejected_by: "the CI critic",
    check_name: "CI review",
    path: "",
    message: oneLine(feedback),
    feedback: cutCodePoints(feedback, MAX_FEEDBACK),
    violations: [],
    event: { type: "critic_ci.fail", error: cutCodePoints(oneLine(feedback), 300) },
  }
}
