import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"

/** A folder that is gone when the test is over. */
export async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "proofloop replay "))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

const edit = (patch: string): object => ({
  tool: "apply_patch",
  args: { path: "a.ts", patch },
  obs: "applied",
})
const failing = (seconds: string): object => ({
  tool: "bash",
  args: { command: "pytest" },
  obs: `E   assert 3 == 4\nFAILED test_a.py::test_sum - assert 3 == 4\n1 failed in ${seconds}s\nexit code 1`,
})
const PASSING = { tool: "bash", args: { command: "pytest" }, obs: "1 passed in 0.10s\nexit code 0" }

/** Edits and tests against the same failure, whose duration differs each time. */
export const thrash: readonly object[] = ["0.11", "0.12", "0.13"].flatMap((seconds) => [
  failing(seconds),
  edit(seconds),
])
export const fixed: readonly object[] = [failing("0.11"), edit("x"), PASSING]
/** Tests until a hard stop would have ended it, and passes then. */
export const harmed: readonly object[] = [
  ...thrash,
  ...["0.2", "0.3", "0.4", "0.5"].flatMap((seconds) => [failing(seconds), edit(seconds)]),
  PASSING,
]

/** A line of the plain format. */
function plainRun(id: string, events: readonly object[]): string {
  return JSON.stringify({
    id,
    source: "test",
    agent: "a",
    model: "m",
    events: events.map((event, i) => ({ i, ...event })),
  })
}

export async function writeRuns(
  file: string,
  runs: Readonly<Record<string, readonly object[]>>,
): Promise<void> {
  await writeFile(
    file,
    Object.entries(runs)
      .map(([id, events]) => `${plainRun(id, events)}\n`)
      .join(""),
  )
}
