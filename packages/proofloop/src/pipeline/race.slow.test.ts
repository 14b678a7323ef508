import { join } from "node:path"
import { localForge } from "@proofloop/jobs"
import { expect, test } from "vitest"
import { GOOD_WORK } from "../../../jobs/src/pipeline/shop.fixture.ts"
import { onEveryDatabase } from "../../../jobs/src/store/stores.fixture.ts"
import { runCli, startCli } from "../console/process.fixture.ts"
import type { RunFacts } from "./facts.ts"
import { bench, jsonLines, plainGit, ROLES, serveShop } from "./pipeline.fixture.ts"

const FIRST = "Subtract the discount"
const STUCK = { [FIRST]: [{ text: "", delay_ms: 600_000 }] }

/** Slow enough for all of them to be there meanwhile. */
const SLOW_WORK = {
  ...GOOD_WORK,
  [FIRST]: (GOOD_WORK[FIRST] ?? []).map((step) => ({ ...step, delay_ms: 2000 })),
}

onEveryDatabase((make) => {
  test("of processes that take over one killed run at once a single one drives it, and nothing is done twice", async () => {
    const { root, state } = await bench()
    const at = ["--state", state, "--store", (await make()).path]
    const stuck = await serveShop(STUCK)
    const host = ["--unsafe-host-runner", "--setup", "", "--ci", ""]
    const first = startCli(["pipeline", "run", root, ...at, ...host, ...ROLES, ...stuck.flags])
    await first.said("step work")
    const runs = async () => {
      const { stdout } = await runCli(["pipeline", "status", "--json", ...at])
      return (JSON.parse(stdout) as { readonly runs: readonly RunFacts[] }).runs
    }
    const [{ id, held_by } = { id: "", held_by: null }] = await runs()
    process.kill(held_by?.pid ?? 0, "SIGKILL")
    expect((await first.ended).code).toBe(3)

    const { server, flags } = await serveShop(SLOW_WORK)
    const ended = await Promise.all(
      Array.from({ length: 4 }, () => runCli(["pipeline", "resume", id, ...at, ...flags, "--json"])),
    )
    const results = ended.map((one) => jsonLines(one).at(-1))
    expect(ended.map(({ code }) => code)).toEqual([3, 3, 3, 3])
    const held = results.filter((result) => result?.["stopped"] === "held")
    expect(held).toHaveLength(3)
    expect(results.filter((result) => result?.["stopped"] === null)).toMatchObject([
      { error: null, run: { state: "pr-open", subtasks: { of: 2, done: 2, failed: 0 } } },
    ])

    // Two turns of each subtask, and one reading by each of three reviewers.
    const models = server.requests.map(({ body }) => (body as { readonly model: string }).model)
    expect(models.filter((model) => model === "worker-1")).toHaveLength(4)
    const forge = localForge({ repository: join(root, ".proofloop/forge.git") })
    await expect(forge.pulls.get(2)).rejects.toMatchObject({ problem: "missing" })
    const { head } = await forge.pulls.get(1)
    const repository = ["--git-dir", join(root, ".proofloop/forge.git")]
    expect(await plainGit(root, ...repository, "rev-list", "--count", `main..${head}`)).toBe("2\n")
    expect(await runs()).toMatchObject([{ id, state: "pr-open", held_by: null }])
  })

  test("a call that is stopped while a model answers ends at once, and the next one goes on with the run", async () => {
    const { root, state } = await bench()
    const at = ["--state", state, "--store", (await make()).path]
    const stuck = await serveShop(STUCK)
    const host = ["--unsafe-host-runner", "--setup", "", "--ci", ""]
    const first = startCli(["pipeline", "run", root, ...at, ...host, ...ROLES, ...stuck.flags, "--json"])
    await first.said('"step":"work"')
    await expect.poll(() => stuck.server.requests.length, { timeout: 30_000 }).toBeGreaterThan(1)
    first.kill("SIGTERM")
    const ended = await first.ended
    expect({ code: ended.code, last: jsonLines(ended).at(-1) }).toMatchObject({
      code: 130,
      last: { stopped: "request", run: { state: "working", held_by: null, error: null } },
    })
    const { flags } = await serveShop(GOOD_WORK)
    const { id } = (jsonLines(ended).at(-1) as { run: RunFacts }).run
    const next = await runCli(["pipeline", "resume", id, ...at, ...flags, "--json"])
    expect(jsonLines(next).at(-1)).toMatchObject({ error: null, run: { state: "pr-open" } })
  })
})
