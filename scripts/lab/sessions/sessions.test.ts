import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sessionFormats } from "@proofloop/replay/internal/sessions"
import { expect, it, onTestFinished } from "vitest"
import { root } from "../../setup.mjs"
import { countCalls } from "./count.ts"
import { readings } from "./readings.ts"
import { agrees, compareFile } from "./sessions.ts"

const fixtures = join(root, "packages/replay/src/sessions/fixtures")
const recordings = readdirSync(fixtures).filter((name) => !/^README|^plain|^proofloop/.test(name))

it("has a second reading of every format that others write", () => {
  const own = new Set(["plain", "proofloop_hooks", "proofloop_journal"])
  const formats = sessionFormats.map(({ format }) => format).filter((format) => !own.has(format))
  expect(Object.keys(readings).toSorted()).toEqual(formats.toSorted())
})

it.each(recordings)("counts in %s what the importer reads", async (name) => {
  const { skipped: _skipped, ...compared } = await compareFile(join(fixtures, name))
  expect({ ...compared, agrees: agrees({ ...compared, skipped: [] }) }).toMatchObject({ agrees: true })
})

it("tells a result apart that no call asked for, and one that is another's", async () => {
  const call = (id: string) => ({ id, function: { name: "bash", arguments: '{"command":"npm test"}' } })
  const messages = [
    { role: "assistant", content: null, tool_calls: [call("a"), call("b")] },
    { role: "tool", tool_call_id: "b", content: "1 failing", error: true },
    { role: "tool", tool_call_id: "c", content: "lost" },
  ]
  const text = JSON.stringify(messages)
  expect(countCalls("openai_chat", text)).toMatchObject({
    calls: [{ answered: false }, { answered: true, failed: true, checks: true }],
    lost: 1,
  })
  const folder = mkdtempSync(join(tmpdir(), "counted-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, "chat.json")
  writeFileSync(path, text)
  const compared = await compareFile(path)
  expect(agrees(compared)).toBe(true)
  expect(agrees({ ...compared, wrong: 1 })).toBe(false)
  expect(agrees({ ...compared, lost: [1, 0] })).toBe(false)
})
