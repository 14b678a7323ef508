import { git } from "@proofloop/foundation/git"
import { oneLine } from "@proofloop/foundation/text"
import { workOf } from "../../drive/step.ts"
import { ForgeError } from "../../forge/forge_error.ts"
import type { RunContext } from "../context/context.ts"
import type { PipelineRun } from "../run.ts"

const FORMAT =
  "%P%n%(trailers:key=Proofloop-Run,valueonly,separator=%x2C)%n%(trailers:key=Proofloop-Subtask,valueonly,separator=%x2C)"

/** Whether `commit` is the run's own commit for a request on `head`, pushed before it was killed. */
export async function isCommitOf(
  root: string,
  commit: string,
  {
    head,
    run_id,
    request_id,
  }: { readonly head: string; readonly run_id: string; readonly request_id: string },
): Promise<boolean> {
  const { exit_code, stdout } = await git(root, [
    "log",
    "-1",
    `--format=${FORMAT}`,
    "--end-of-options",
    commit,
  ])
  const [parents, run, request] = stdout.split("\n")
  return exit_code === 0 && parents === head && run === run_id && request === oneLine(request_id)
}

/** The commit of the pull request's branch; null when it is gone. Rejects with ForgeError. */
export async function tipOf(row: PipelineRun, { settings, signal }: RunContext): Promise<string | null> {
  const { branch } = workOf(row, "branch")
  try {
    return await settings.forge.git.fetchBranch(settings.root, branch, signal)
  } catch (error) {
    if (error instanceof ForgeError && error.problem === "missing") return null
    throw error
  }
}
