import { expect, it } from "vitest"
import type { SessionRecord } from "./importer.ts"
import type { SessionItem } from "./session.ts"
import { SessionFacts } from "./session_facts.ts"

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

async function factsOf(values: readonly unknown[]): Promise<readonly SessionItem[]> {
  const facts = new SessionFacts()
  const records = values.map((value): SessionRecord => ({ value }))
  await all(facts.noted(each(records)))
  const run = { type: "run", id: "1", source: "a.jsonl" } as const
  const turn = { type: "turn", turn: { event: 0, text: "", calls: [] } } as const
  return all(facts.told(each<SessionItem>([run, turn, run])))
}

const AT = "2026-03-01T10:00:00.000Z"

it.each<readonly [string, readonly unknown[]]>([
  [
    "Claude Code",
    [{ type: "user", cwd: "/w/shop", timestamp: AT, message: { role: "user", content: "Mend it" } }],
  ],
  [
    "Codex",
    [
      { timestamp: AT, payload: { cwd: "/w/shop" } },
      { payload: { role: "user", content: [{ type: "input_text", text: "<environment_context>" }] } },
      { payload: { role: "user", content: [{ type: "input_text", text: "Mend it" }] } },
    ],
  ],
  [
    "opencode",
    [
      { info: { directory: "/w/shop", time: { created: Date.parse(AT) } } },
      { info: { role: "user" }, parts: [{ type: "text", text: "Mend it" }] },
    ],
  ],
  [
    "a chat",
    [
      { created: Date.parse(AT) / 1000, workdir: "/w/shop" },
      { role: "user", content: "Mend it" },
    ],
  ],
])("names a session of %s by its first prompt, folder and time", async (_what, values) => {
  const [run, turn, other] = await factsOf(values)
  const told = { prompt: "Mend it", project: "/w/shop", began_at: AT }
  expect(run).toEqual({ type: "run", id: "1", source: "a.jsonl", ...told })
  expect(turn).toMatchObject({ turn: { ended_at: Date.parse(AT) } })
  expect(other).toEqual({ type: "run", id: "1", source: "a.jsonl" })
})

it("tells nothing that is not there, and no secret", async () => {
  expect(
    await factsOf([{ role: "assistant", content: "Hi", cwd: "shop", timestamp: "soon", ts: 12 }]),
  ).toEqual([
    { type: "run", id: "1", source: "a.jsonl" },
    { type: "turn", turn: { event: 0, text: "", calls: [] } },
    { type: "run", id: "1", source: "a.jsonl" },
  ])
  const [run] = await factsOf([
    { role: "user", content: `use ghp_${"a1B2".repeat(9)} and ${"x".repeat(999)}` },
  ])
  expect(run).toMatchObject({ prompt: expect.not.stringContaining("a1B2a1B2") })
  expect(JSON.stringify(run).length).toBeLessThan(300)
})
