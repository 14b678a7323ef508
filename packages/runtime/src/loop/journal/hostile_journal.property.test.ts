import fc from "fast-check"
import { beforeAll, expect, test } from "vitest"
import { isJournalError } from "../../errors/journal_error.ts"
import { scriptedModel } from "../../models/scripted.ts"
import { memoryJournal } from "../../testing/memory_journal.ts"
import { recordEvents } from "../../testing/recorded_events.ts"
import { virtualClock } from "../../testing/virtual_clock.ts"
import { createAgentLoop } from "../create_agent_loop.ts"
import { calls, FAILURE, repairTools } from "../loop.fixture.ts"
import { resealed } from "./crashed_run.fixture.ts"

const numRuns = Number(process.env["PROOFLOOP_RUNS"] ?? 150)
const script = [calls("run_test", "look"), calls("apply_fix"), calls("run_test"), { text: "##DONE##" }]

function createLoop() {
  return createAgentLoop({
    model: scriptedModel(script, { turn_from: "transcript" }),
    tools: repairTools([{ ok: false, error: FAILURE }, "12 passed"]),
    clock: virtualClock(),
    max_iterations: 8,
    stall_diagnostics: { repair_aware: true },
  })
}

let lines: readonly string[] = []
beforeAll(async () => {
  const journal = memoryJournal()
  await createLoop().run("fix it", { journal }).result
  lines = journal.lines.slice(0, -1)
})

type Damage = (given: readonly string[]) => readonly string[]

const at = fc.nat(40)
const damage: fc.Arbitrary<Damage> = fc.oneof(
  // A line of something else, a line gone, two lines swapped, a line twice.
  fc.tuple(at, fc.string()).map(
    ([index, text]): Damage =>
      (all) =>
        all.map((line, other) => (other === index % all.length ? text.replaceAll("\n", "") : line)),
  ),
  at.map(
    (index): Damage =>
      (all) =>
        all.filter((_line, other) => other !== index % all.length),
  ),
  fc.tuple(at, at).map(
    ([one, other]): Damage =>
      (all) =>
        all.with(one % all.length, all[other % all.length] ?? ""),
  ),
  // A field of a record of another type, or nested deeply.
  fc
    .tuple(
      at,
      fc.constantFrom("value", "run", "plan", "error", "key", "events", "seq", "at_ms", "result", "in_doubt"),
      fc.oneof(
        fc.jsonValue({ maxDepth: 3 }),
        fc.constantFrom("__proto__", -1, 1e308, JSON.parse('{"__proto__":{"ok":true},"ok":true}')),
      ),
    )
    .map(
      ([index, field, value]): Damage =>
        (all) =>
          all.map((line, other) => {
            if (other !== index % all.length) return line
            try {
              return JSON.stringify({ ...(JSON.parse(line) as object), [field]: value })
            } catch {
              return line
            }
          }),
    ),
)

const damages = fc.array(damage, { minLength: 1, maxLength: 3 })

/** How a resume from these lines ends; whatever it throws but a refusal is thrown here. */
async function resumed(damaged: readonly string[]): Promise<{ seqs: readonly unknown[]; status: unknown }> {
  try {
    const run = await createLoop().resume(memoryJournal({ lines: damaged }))
    const [events, { status, transcript }] = await Promise.all([recordEvents(run), run.result])
    return { seqs: events.map(({ seq }) => seq), status: Array.isArray(transcript) ? status : null }
  } catch (error) {
    if (isJournalError(error)) return { seqs: [], status: "refused" }
    throw error
  }
}

test("a damaged journal is refused by name, or the run ends with a result: nothing throws, nothing hangs", async () => {
  await fc.assert(
    fc.asyncProperty(damages, fc.nat(40), fc.boolean(), async (hurts, cut, with_hashes) => {
      const whole = lines.slice(0, Math.max(2, cut % lines.length))
      const damaged = hurts.reduce<readonly string[]>(
        (all, hurt) => (all.length === 0 ? all : hurt(all)),
        whole,
      )
      const { seqs, status } = await resumed(with_hashes ? resealed(damaged) : damaged)
      expect(status).toEqual(expect.any(String))
      expect(seqs.filter((seq) => typeof seq !== "number")).toEqual([])
      expect(Reflect.get({}, "ok")).toBeUndefined()
    }),
    { numRuns },
  )
})
