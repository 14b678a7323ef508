import { git } from "@proofloop/foundation/git"
import { hostRunner } from "@proofloop/foundation/sandbox"
import { expect, test } from "vitest"
import { localForge } from "../../forge/local_forge.ts"
import { answering, APPROVED, proposal } from "../fix_ci/fix_ci.fixture.ts"
import { pipelineWith } from "../run.fixture.ts"
import { createPipeline } from "../run/pipeline.ts"

const PAGE = "docs/usage.md"

/** A CI that demands more than the repository's own check. */
const CI_COMMAND = `node -e "if (!require('fs').readFileSync('${PAGE}', 'utf8').includes('whole number')) { console.log('${PAGE}:3:1: error: say what percent is'); process.exit(1) }"`

async function runWith(fixer: ReturnType<typeof answering>, { is_killed = false } = {}) {
  const place = await pipelineWith()
  const own = localForge({ repository: place.bare, checks: { command: CI_COMMAND, runner: hostRunner() } })
  let pushes = 0
  const advance: typeof own.git.advance = async (...asked) => {
    await own.git.advance(...asked)
    pushes += 1
    if (is_killed && pushes === 2) throw new Error("killed")
  }
  const forge = { ...own, git: { ...own.git, advance } }
  const models = { ...place.options.models, fixer: fixer.model, critic: answering(APPROVED).model }
  const pipeline = createPipeline({ ...place.options, forge, models })
  await place.begin()
  const driven = await pipeline.drive("run-1", { wait_for: ["ci"] })
  const comments = await forge.comments.list({ kind: "pull_request", number: 1 })
  return { ...place, driven, again: pipeline, comments: comments.map(({ body }) => body).join("\n") }
}

const edit = (new_string: string) =>
  proposal({ path: PAGE, old_string: "percent)`.", new_string: `percent)\`${new_string}.` })

test("a red CI is repaired once, and the run goes on when it is green", async () => {
  const fixer = answering(edit(", percent being a whole number"))
  const { driven, events, bare, options, forge } = await runWith(fixer)
  expect(driven.row).toMatchObject({
    state: "pr-open",
    work: {
      ci: { state: "green" },
      ci_fixes: [{ status: "fixed", tries: 1, mark: { signature: expect.stringMatching(/^ci:/) } }],
    },
  })
  expect(driven.wait?.for).toBe("merge")
  expect(fixer.prompts[0]).toContain("docs/usage.md:3:1: error: say what percent is")
  const types = events
    .map(({ type }) => type)
    .filter((type) => type.startsWith("ci.watch.") && type !== "ci.watch.poll")
  expect(types).toEqual([
    "ci.watch.failure",
    "ci.watch.fix.attempt",
    "ci.watch.fix.ended",
    "ci.watch.success",
  ])
  const log = ["log", "-1", "--format=%s%n%(trailers)", driven.row.work.branch ?? ""]
  const { stdout } = await git(bare, log, { env: { GIT_DIR: bare } })
  expect(stdout).toMatch(
    /^fix: add instead of subtracting\nProofloop-Run: run-1\nProofloop-Subtask: fix_ci\nProofloop-Check: CI: test /,
  )
  expect(options.signer).toBeUndefined()
  const { body, head_commit } = await forge.pulls.get(1)
  expect(body).toContain(`| ${head_commit.slice(0, 12)} | repair of CI |`)
  expect(body).toContain(`| Measure | Before | After, at ${head_commit.slice(0, 12)} |`)
  expect(driven.row.work.report_after?.commit).toBe(head_commit)
})

test("a repair that was pushed before the run was killed is taken", async () => {
  const fixer = answering(edit(", percent being a whole number"))
  const { driven, again, forge } = await runWith(fixer, { is_killed: true })
  expect(driven.error).toContain("killed")
  const { row: run } = await again.drive("run-1", { wait_for: ["ci"] })
  const { head_commit } = await forge.pulls.get(1)
  expect(run.work).toMatchObject({ head: head_commit, ci_fixes: [{ status: "fixed", commit: head_commit }] })
  expect(fixer.prompts).toHaveLength(1)
})

test("a CI that fails as before its repair is handed to a person", async () => {
  const { driven, comments } = await runWith(answering(edit(", percent being a number")))
  expect(driven.row.work).toMatchObject({ ci: { state: "red" }, ci_fixes: [{ status: "fixed" }] })
  expect(driven.row.work.handed_over?.why).toBe("CI fails the same way as before the automatic repair")
  expect(comments).toContain("This needs a person: CI fails the same way as before the automatic repair")
})

test("a repair that is not the run's to make is told, and nothing is pushed", async () => {
  const needs = [{ path: ".github/workflows/ci.yml", why: "it asks for too much, @ann" }]
  const { driven, comments } = await runWith(answering({ diagnosis: "the check is wrong", edits: [], needs }))
  expect(driven.row.work).toMatchObject({
    ci: { state: "red" },
    ci_fixes: [{ status: "denied", commit: null }],
  })
  expect(comments).toContain(
    "the fix would need .github/workflows/ci.yml, which is yours to change: it asks for too much",
  )
  expect(comments).not.toContain("@ann")
})
