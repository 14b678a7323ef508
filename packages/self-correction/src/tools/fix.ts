import { containedRead } from "@proofloop/foundation/files"
import { atCommit, diffBetween, requireGit, mergeBase } from "@proofloop/foundation/git"
import type { Tool } from "@proofloop/runtime"
import { defineTool } from "@proofloop/stdlib"
import { z } from "zod"
import type { FixPlan, RegressionTest } from "../feedback/feedback.ts"
import type { SelfCorrectionSettings } from "../run/run_settings.ts"
import { fetchBase } from "../run/step.ts"
import type { ProposedTest } from "../settings/settings.ts"
import { runDifferential } from "../steps/differential.ts"
import { editablePaths } from "../steps/edit_reply.ts"
import { feedbackIdOf, fixBranch, resolveCommit } from "../steps/fix_branch.ts"
import { makeFix } from "../steps/make_fix.ts"
import { proposeTestWith } from "../steps/propose_test.ts"
import { testCommand } from "../steps/test_command.ts"
import { writeRegressionTest } from "../steps/write_test.ts"
import { commitInput, planInput } from "./schemas.ts"

const EDITING = { kind: "edit", read_only: false, evidence_role: "observation" } as const
const CHECKING = { kind: "inspect", read_only: false, evidence_role: "verification" } as const

/** The tools that make a fix and its test on the fix branch, and run the test on both sides. @requirement self-correction.tools */
export function fixTools(settings: SelfCorrectionSettings): readonly Tool[] {
  return [applyTool(settings), testTool(settings), differentialTool(settings)]
}

function applyTool(settings: SelfCorrectionSettings): Tool {
  return defineTool({
    name: "apply_self_fix",
    description:
      "Commits edits of the plan's files on the fix branch of a feedback, all or none, on top of the host's base branch; an earlier fix on that branch is replaced. The work tree is not touched.",
    input: z.strictObject({
      plan: planInput,
      edits: z
        .array(
          z.strictObject({
            path: z.string().min(1).max(500),
            old_string: z
              .string()
              .max(1_000_000)
              .describe("Stands in the file exactly once, unless replace_all"),
            new_string: z.string().max(1_000_000),
            replace_all: z.boolean().default(false),
          }),
        )
        .min(1)
        .max(200),
    }),
    annotations: EDITING,
    async execute({ plan, edits }, { signal }) {
      const { root } = settings
      const base_commit = await fetchBase({ settings, signal })
      const branch = fixBranch(plan.feedback_id)
      const editable_paths = editablePaths(plan, [])
      const made = await makeFix({ root, base_commit, branch, edits, plan, editable_paths })
      return { ok: true, result: { feedback_id: plan.feedback_id, branch, base_commit, ...made } }
    },
  })
}

function testTool(settings: SelfCorrectionSettings): Tool {
  return defineTool({
    name: "write_self_fix_regression_test",
    description:
      "Commits a regression test on top of a fix. Without a test, the host's model writes one. It has to be a real test with an assertion, and may not weaken others.",
    input: z.strictObject({
      plan: planInput,
      fix_commit: commitInput.describe("The commit that apply_self_fix answered"),
      test: z
        .strictObject({ path: z.string().min(1).max(500), content: z.string().min(1).max(200_000) })
        .optional(),
    }),
    annotations: EDITING,
    async execute({ plan, fix_commit, test: given }, { signal }) {
      const { root, test_command } = settings
      const branch = fixBranch(plan.feedback_id)
      const test = given ?? (await proposedTest(settings, plan, fix_commit, signal))
      const written = await writeRegressionTest({ root, branch, fix_commit, test, test_command })
      return { ok: true, result: { branch, ...written } }
    },
  })
}

async function proposedTest(
  settings: SelfCorrectionSettings,
  plan: FixPlan,
  fix_commit: string,
  signal: AbortSignal,
): Promise<ProposedTest> {
  const { root, store } = settings
  const feedback = await store.get(plan.feedback_id)
  const diff = await diffBetween(root, `${fix_commit}^`, fix_commit)
  const propose = settings.propose_test ?? proposeTestWith(settings.modelFor("test"), settings)
  return atCommit(root, fix_commit, (tree) =>
    propose({ root: tree, feedback, plan, hits: [], refutations: [], signal, diff }),
  )
}

function differentialTool(settings: SelfCorrectionSettings): Tool {
  return defineTool({
    name: "verify_differential",
    description:
      "Runs one test file on the commit a fix branch starts from and on the branch, each in a tree of its own. Holds only when it fails by an assertion without the fix and passes with it.",
    input: z.strictObject({
      test_path: z.string().min(1).max(500),
      fix_branch: z.string().min(1).max(200).describe("The branch that apply_self_fix answered"),
    }),
    annotations: CHECKING,
    async execute({ test_path, fix_branch }, { signal }) {
      const { root, test_timeout_ms: timeout_ms } = settings
      const { base_commit, fix_commit } = await commitsOf(settings, fix_branch, signal)
      const test = await regressionTest(settings, fix_commit, test_path, base_commit)
      const ran = await runDifferential({ root, base_commit, fix_commit, test, timeout_ms, signal })
      return ran.verified ? { ok: true, result: ran } : { ok: false, error: ran.reason, result: ran }
    },
  })
}

/** Where a fix branch stands and what it started from. Rejects with GitError, and InvalidOptionError for another branch. */
export async function commitsOf(
  settings: SelfCorrectionSettings,
  branch: string,
  signal: AbortSignal,
): Promise<{ readonly base_commit: string; readonly fix_commit: string }> {
  feedbackIdOf(branch)
  const { root, base } = settings
  const fix_commit = await resolveCommit(root, `refs/heads/${branch}`)
  const head = await fetchBase({ settings, signal })
  const base_commit = await mergeBase(root, head, fix_commit)
  if (base_commit === null) throw new Error(`${branch} does not come from ${base}`)
  return { base_commit, fix_commit }
}

/** A test of the branch with the command line that runs it: the host's or the project's, never the caller's. */
export async function regressionTest(
  { root, test_command }: SelfCorrectionSettings,
  commit: string,
  path: string,
  base_commit: string,
): Promise<RegressionTest & { readonly commit: string }> {
  if (test_command !== undefined) return { path, command: test_command(path), commit }
  const command = await atCommit(root, commit, async (tree) => {
    const content = await containedRead(tree, path)
    if (!(content instanceof Buffer)) throw new Error(`there is no test ${path} on the branch`)
    const before = await requireGit(root, ["show", `${base_commit}:${path}`]).catch(() => null)
    return testCommand({ root: tree, path, content: content.toString(), before })
  })
  return { path, command, commit }
}
