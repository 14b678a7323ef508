import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { beforeEach, describe, expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { startCli } from "../console/process.fixture.ts"
import { fixed, folder, harmed, thrash, writeRuns } from "../replay/sessions.fixture.ts"

/** Fails in another way each time, and succeeds in the end; a blind counter would stop it. */
const productive = ["3 == 4", "3 == 5", "2 == 5", "1 == 5"].flatMap((assertion) => [
  {
    tool: "bash",
    args: { command: "pytest" },
    obs: `FAILED test_a.py::test_${assertion.length} - assert ${assertion}\n1 failed in 0.1s\nexit code 1`,
  },
  { tool: "apply_patch", args: { path: "a.ts", patch: "x" }, obs: "applied" },
])
const PASSING = { tool: "bash", args: { command: "pytest" }, obs: "1 passed in 0.10s\nexit code 0" }

const LABELS = [
  {
    id: "stuck",
    label: "same_failure",
    episodes: [{ kind: "same_failure", first: 0, intervene: 4, last: 5 }],
    confidence: 3,
  },
  { id: "fine", label: "none", episodes: [], confidence: 3 },
  { id: "productive", label: "none", episodes: [], confidence: 2 },
  {
    id: "late",
    label: "same_failure",
    episodes: [{ kind: "same_failure", first: 0, intervene: 4, last: 14 }],
    confidence: 1,
  },
]

let cwd = ""
beforeEach(async () => {
  cwd = await folder()
  await writeRuns(join(cwd, "runs.jsonl"), {
    stuck: thrash,
    fine: fixed,
    late: harmed,
    productive: [...productive, PASSING],
  })
  await writeFile(join(cwd, "labels.jsonl"), LABELS.map((label) => `${JSON.stringify(label)}\n`).join(""))
})

interface Printed {
  readonly a: Record<string, unknown>
  readonly b: Record<string, unknown>
  readonly [name: string]: unknown
}

describe("proofloop replay meter", () => {
  test("compares the blind counter with evidence, run by run and in sum", async () => {
    const { code, stdout } = await call(["replay", "meter", "runs.jsonl", "--json"], { cwd })
    const meter = JSON.parse(stdout) as Printed
    expect(code).toBe(0)
    expect(meter).toMatchObject({
      presets: { a: "futile_retry_guard", b: "evidence" },
      runs: 4,
      turns: 33,
      labelled: 0,
      f1_difference: null,
      a: { tripped_runs: 3, hard_stop_harm: 2, score: null },
      b: { tripped_runs: 2, hard_stop_harm: 1, alone: 0, score: null },
    })
    expect(meter["pairs"]).toMatchObject([
      { id: "stuck", a: { first_trip: { event: 4 } }, b: { first_trip: { event: 4 } } },
      { id: "fine", a: { first_trip: null }, b: { first_trip: null } },
      { id: "late", a: { harm: true }, b: { harm: true } },
      { id: "productive", a: { harm: true, first_trip: { event: 4 } }, b: { harm: false, first_trip: null } },
    ])
  })

  test("with labels adds precision, recall, F1 and their intervals", async () => {
    const { stdout } = await call(["replay", "meter", "runs.jsonl", "--labels", "labels.jsonl", "--json"], {
      cwd,
    })
    const meter = JSON.parse(stdout) as Printed
    expect(meter).toMatchObject({
      labelled: 3,
      a: { score: { hits: 1, false_positives: 1, missed: 0, precision: 0.5, recall: 1 } },
      b: {
        score: { hits: 1, false_positives: 0, missed: 0, precision: 1, recall: 1, f1: 1, median_delay: 0 },
      },
      f1_difference: { value: 1 - 2 / 3 },
    })
  })

  test("is repeatable", async () => {
    const run = async (...flags: readonly string[]): Promise<string> =>
      (await call(["replay", "meter", "runs.jsonl", "--labels", "labels.jsonl", "--json", ...flags], { cwd }))
        .stdout
    expect(await run()).toBe(await run("--seed", "1", "--samples", "2000"))
  })

  test("tells people where the two differ", async () => {
    const { code, stdout } = await call(["replay", "meter", "runs.jsonl", "--labels", "labels.jsonl"], {
      cwd,
    })
    expect(code).toBe(0)
    expect(stdout).toContain(
      "productive\n  a  turn 5 no_net_progress_hard_cap, 4 turns after it, harm  false alarm",
    )
    expect(stdout).toContain("  b  no trip")
    expect(stdout).not.toContain("fine\n")
    expect(stdout).toMatch(/harm +2 +1/)
    expect(stdout).toMatch(/median delay in events +0 \[0, 0\] +0 \[0, 0\]/)
    expect(stdout).toContain("3 of 4 runs scored. F1 of b minus F1 of a: +0.333")
    expect(stdout).not.toMatch(/\bsaved?\b/i)
  })

  test.each([
    [["--a", "evidnce"], 'Did you mean "evidence"?'],
    [["--labels", "nowhere"], "labels"],
    [["--labels", "runs.jsonl"], "runs.jsonl:1"],
    [
      ["--labels", "strangers.jsonl"],
      'none of 1 labels belongs to a run that was read. Did you mean "stuck"?',
    ],
    [["--labels", "twice.jsonl"], "twice.jsonl:2: expected one label for each run"],
    [["--labels", "hollow.jsonl"], 'hollow.jsonl:1: expected an episode where the label is not "none"'],
    [["--labels", "turned.jsonl"], "turned.jsonl:1: expected episodes whose first is not after their last"],
    [["--labels", "list.jsonl"], "one object a line (JSON Lines), not a list of them"],
    [["--samples", "0"], "--samples: expected a whole number of at least 1"],
  ])("meter %j is misuse: %s", async (args, message) => {
    await writeFile(
      join(cwd, "strangers.jsonl"),
      '{"id":"stuc","label":"none","episodes":[],"confidence":3}\n',
    )
    const calm = { id: "stuck", label: "none", episodes: [], confidence: 3 }
    const turned = { kind: "same_failure", first: 5, intervene: 4, last: 3 }
    const lines = {
      twice: `${JSON.stringify(calm)}\n${JSON.stringify(calm)}\n`,
      hollow: JSON.stringify({ ...calm, label: "same_failure" }),
      turned: JSON.stringify({ ...calm, label: "same_failure", episodes: [turned] }),
      list: JSON.stringify([calm]),
    }
    for (const [name, text] of Object.entries(lines)) await writeFile(join(cwd, `${name}.jsonl`), text)
    for (const format of ["text", "json"]) {
      const all = ["replay", "meter", "runs.jsonl", "--format", format, ...args]
      const { code, stdout, stderr } = await call(all, { cwd })
      expect([code, stdout]).toEqual([2, ""])
      expect(stderr).toContain(message)
    }
  })

  test("says that runs share a name, and that no label counts", async () => {
    await writeRuns(join(cwd, "more.jsonl"), { stuck: fixed })
    await writeFile(join(cwd, "unsure.jsonl"), '{"id":"stuck","label":"none","episodes":[],"confidence":1}\n')
    const args = ["replay", "meter", "runs.jsonl", "more.jsonl", "--labels", "unsure.jsonl"]
    const { code, stderr } = await call(args, { cwd })
    expect(code).toBe(0)
    expect(stderr).toContain('2 runs are called "stuck"')
    expect(stderr).toContain("every label is of a confidence below 2: nothing is scored")
  })

  test("tells no tokens where no recording does", async () => {
    const { stdout } = await call(["replay", "meter", "runs.jsonl", "--json"], { cwd })
    expect(JSON.parse(stdout)).toMatchObject({ a: { tokens_at_stake: null }, b: { tokens_at_stake: null } })
    expect((await call(["replay", "meter", "runs.jsonl"], { cwd })).stdout).not.toContain("tokens")
  })
})

test("stopped by Ctrl-C it compares nothing and ends with 130", async () => {
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`run-${at}`, thrash]))
  await writeRuns(join(cwd, "many.jsonl"), many)
  const cli = startCli(["replay", "meter", "many.jsonl", "--all"], { cwd })
  await cli.said("run-3")
  cli.kill("SIGINT")
  const { code, stdout, stderr } = await cli.ended
  expect([code, stderr]).toEqual([130, "Stopped: incomplete, nothing is compared.\n"])
  expect(stdout).not.toContain("runs tripped")
})

test("meter needs a path", async () => {
  expect(await call(["replay", "meter"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("meter needs PATH"),
  })
})
