import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { ASKED, GREEN, opened, ran, RED, stop, wrote } from "../fold/fold.fixture.ts"
import { sessionFolder } from "../state/session_folder.ts"
import { withFolder } from "../state/session_log.fixture.ts"
import { openSessionLog } from "../state/session_log.ts"
import { reportHooks, reportText } from "./hook_report.ts"

const failing = () => [wrote("/work/a.ts"), ran("npm test", 1, RED), stop()]

it("tells what was said and what came of it, and what would have been said", () =>
  withFolder(async (home) => {
    const logOf = (session_id: string) =>
      openSessionLog(sessionFolder(home, "claude-code", { session_id, agent_id: "", cwd: "/work" }))
    const mended = logOf("mended")
    const passing = [wrote("/work/a.ts"), ran("npm test", 0, GREEN), stop(true)]
    for (const event of [opened({ session_id: "mended" }), ASKED, ...failing(), ...passing])
      mended.append(event, "hold")
    const observed = logOf("observed")
    for (const event of [opened({ session_id: "observed" }), ASKED, ...failing()])
      observed.append(event, "observe")
    const { sessions, events, replies } = reportHooks(home, 0)
    expect({ sessions, events }).toEqual({ sessions: 2, events: 13 })
    const short = replies.map(({ session_id, type, said, outcome }) => [session_id, type, said, outcome])
    expect(short).toHaveLength(2)
    expect(short).toContainEqual(["mended", "hold", true, "passed"])
    expect(short).toContainEqual(["observed", "hold", false, "failing"])
    expect(reportText(reportHooks(home, 0))).toContain(
      "holds                2         1         1         1         0",
    )
  }))

it("leaves out what is older, and what is no log", () =>
  withFolder(async (home) => {
    const folder = sessionFolder(home, "codex", { session_id: "a", agent_id: "", cwd: "/work" })
    const log = openSessionLog(folder)
    for (const event of [opened(), ...failing()]) log.append(event, "hold")
    expect(reportHooks(home, Date.now() + 1000)).toEqual({
      sessions: 0,
      events: 0,
      unreadable: 0,
      replies: [],
      unjudged: [],
    })
    writeFileSync(join(folder, "events.jsonl"), "\n{}\n")
    expect(reportHooks(home, 0).sessions).toBe(0)
  }))

it("tells which sessions judged nothing, and what they ran that is not known", () =>
  withFolder(async (home) => {
    const folder = sessionFolder(home, "codex", { session_id: "blind", agent_id: "", cwd: "/work" })
    const log = openSessionLog(folder)
    const runs = Array.from({ length: 20 }, (_, index) => ran("forge same", 0, `round ${index}`))
    for (const event of [opened({ host: "codex", session_id: "blind" }), ...runs]) log.append(event, "hold")
    const report = reportHooks(home, 0)
    expect(report.unjudged).toEqual([
      { host: "codex", session_id: "blind", calls: 20, tools: [], commands: ["forge same"] },
    ])
    expect(reportText(report)).toMatch(
      /codex {2}blind\n {4}No result of 20 calls .* proofloop hook install codex --verify "forge same"\.$/,
    )
  }))
