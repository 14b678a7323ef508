import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { scriptedTool } from "../testing/scripted_tool.ts"
import { calls, runScript } from "./loop.fixture.ts"

const SECRET = `ghp_${"aB3dE6gH9jK2".repeat(3)}`
const DONE = { text: "##DONE##" }

it("shows a secret of a command, a name or an output nowhere outside the conversation", async () => {
  const trace = join(await folderWith(), "trace.jsonl")
  const { result, events } = await runScript(
    [
      calls("run_test", `tool_${SECRET}`),
      { tool_calls: [{ id: SECRET, name: "run_test", arguments: {} }] },
      DONE,
      DONE,
    ],
    {
      trace,
      tools: [
        scriptedTool({
          name: "run_test",
          evidence_role: "verification",
          check_id: `npm test --token ${SECRET}`,
          results: [{ ok: false, status: `failed with ${SECRET}`, error: `no access with ${SECRET}` }],
          when_exhausted: "repeat_last",
        }),
      ],
      verify_completion: { command: `TOKEN=${SECRET} sh -c 'echo refused: $TOKEN; exit 1'` },
      max_verify_attempts: 2,
      stall_diagnostics: { repair_aware: true, fold: "same_turn", stuck_same_diagnostic_after: 2 },
    },
  )
  const { transcript: _conversation, ...shown } = result
  expect(result.current_failure).toBeDefined()
  expect(result.stall_warnings).not.toEqual([])
  for (const text of [JSON.stringify(shown), JSON.stringify(events), await readFile(trace, "utf8")]) {
    expect(text).not.toContain("aB3dE6")
    expect(text).toContain("[redacted]")
  }
})

it("shows the proof of a run without the secret of its command", async () => {
  const { result } = await runScript([DONE], { verify_completion: { command: `TOKEN=${SECRET} true` } })
  expect(result.verified).toBe(true)
  expect(result.proof).toMatchObject({ check_id: "TOKEN=[redacted] true", command: "TOKEN=[redacted] true" })
})

it("knows checks apart that look alike once they are redacted", async () => {
  const check = (name: string, key: string, results: readonly unknown[]) =>
    scriptedTool({ name, evidence_role: "verification", check_id: `TOKEN=${key} test`, results })
  const { result } = await runScript([calls("one", "other"), calls("one"), DONE], {
    tools: [
      check("one", SECRET, [{ ok: false, error: "boom" }, { ok: true }]),
      check("other", `${SECRET}x`, [{ ok: false, error: "bang" }]),
    ],
  })
  expect(result.verified).toBe(false)
})

it("hides what the host's own rules find as well", async () => {
  const { result, events } = await runScript([calls("look_at_acme"), DONE], {
    redact: (text) => text.replaceAll("acme", "***"),
  })
  expect(result.tools.failed).toEqual(["look_at_***"])
  expect(events.find(({ type }) => type === "tool_call_start")).toMatchObject({ tool_name: "look_at_***" })
})
