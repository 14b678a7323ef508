import { setTimeout as wait } from "node:timers/promises"
import { atCommit } from "@proofloop/foundation/git"
import { hostRunner } from "@proofloop/foundation/sandbox"
import { afterAll, expect, it } from "vitest"
import { HEAD, published, removeTemplate, TEST_PATH } from "../../forge/forge.fixture.ts"
import { localForge } from "../../forge/local_forge.ts"
import { type CiFailure, readFailedJobs } from "../ci/failed_jobs.ts"
import { lookAtCi } from "../ci/look_at_ci.ts"
import type { CiOutcome } from "../ci/outcome.ts"
import { APPROVED, answering, proposal } from "./fix_ci.fixture.ts"
import { fixCi } from "./fix_ci.ts"

afterAll(removeTemplate)

/** A local forge whose CI really runs, with a pull request's branch that fails its test. */
async function failing() {
  const { root, bare, red } = await published()
  const forge = localForge({
    repository: bare,
    checks: { command: `node --test ${TEST_PATH}`, runner: hostRunner() },
  })
  const { checks } = forge
  if (checks === null) throw new Error("a local forge with a command has checks")
  const push = async (commit: string): Promise<CiOutcome> => {
    await forge.git.push(root, commit, HEAD)
    for (;;) {
      const look = { base: "next", head_sha: commit, pushed_at: 0, now: 1 }
      const outcome = await lookAtCi({ ...look, checks })
      if (outcome.state !== "pending") return outcome
      await wait(20)
    }
  }
  const read = async ({ jobs }: CiOutcome): Promise<CiFailure> => readFailedJobs({ jobs, checks })
  return { root, red, push, read }
}

const edit = (new_string: string) => proposal({ path: "src/price.mjs", old_string: "net * 1.1", new_string })

it("turns the CI of a pushed branch from red to green", async () => {
  const { root, red, push, read } = await failing()
  const outcome = await push(red)
  expect(outcome).toMatchObject({ state: "red", jobs: [{ name: "test", told: "exit code 1", log_id: red }] })
  const failure = await read(outcome)
  expect(failure.jobs).toMatchObject([{ names: ["test"], kind: "test", has_log: true }])
  const fixer = answering(edit("net * 1.2"), APPROVED)
  const { status, commit } = await atCommit(root, red, async (tree) =>
    fixCi({ root: tree, failure, fixer: fixer.model, gate: { env: {}, runner: hostRunner() } }),
  )
  expect(status).toBe("fixed")
  expect(fixer.prompts[0]).toContain("return net * 1.1")
  expect(await push(commit ?? "")).toMatchObject({ state: "green", why: "1 required check passed" })
})

it("is handed to a person when the repair changed nothing of the failure", async () => {
  const { root, red, push, read } = await failing()
  const before = await read(await push(red))
  const fixer = answering(edit("net * (1 + 0.1)"), APPROVED).model
  const fix = async (commit: string, failure: CiFailure, known: CiFailure | null) =>
    atCommit(root, commit, async (tree) =>
      fixCi({
        root: tree,
        failure,
        before: known?.mark ?? null,
        fixer,
        gate: { env: {}, runner: hostRunner() },
      }),
    )
  const first = await fix(red, before, null)
  expect(first).toMatchObject({ status: "fixed" })
  const again = await read(await push(first.commit ?? ""))
  expect(await fix(first.commit ?? "", again, before)).toMatchObject({
    status: "same_failure",
    model_calls: 0,
  })
})
