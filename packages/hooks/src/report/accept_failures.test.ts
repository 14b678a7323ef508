import { expect, it } from "vitest"
import { ASKED, GREEN, lastReply, opened, ran, RED, stop, wrote } from "../fold/fold.fixture.ts"
import { sessionFolder } from "../state/session_folder.ts"
import { withFolder } from "../state/session_log.fixture.ts"
import { openSessionLog, readSessionLog } from "../state/session_log.ts"
import { acceptFailures, latestSession } from "./accept_failures.ts"

const PART = [ran("npx vitest run a.test.ts", 1, RED), ran("npx vitest run", 0, GREEN)]
const FAILED = [opened(), ASKED, wrote("/work/a.ts"), ...PART, ran("npm test", 1, RED)]
const HELD_TWICE = [stop(), ran("npm test", 1, RED), stop(true), ran("npm test", 1, RED), stop(true)]

it("finds what fails in the latest session of a folder, and holds nobody for it once accepted", () =>
  withFolder(async (home) => {
    const session = { session_id: "s1", agent_id: "", cwd: "/work" }
    const log = openSessionLog(sessionFolder(home, "claude-code", session))
    for (const event of [...FAILED, ...HELD_TWICE]) log.append(event, "hold")
    expect(latestSession(home, "/elsewhere")).toBeNull()
    const found = latestSession(home, "/work")
    expect(found).toMatchObject({ session_id: "s1", has_stopped: true })
    expect(found?.failing.map(({ check_id }) => check_id)).toEqual(["npm-test"])
    if (found !== null) await acceptFailures(found)
    const events = readSessionLog(log.folder).map(({ event }) => event)
    expect(events.at(-1)).toEqual({ type: "accepted" })
    expect(lastReply([...events, ran("npm test", 1, RED), stop()])).toBe("hand_back")
    expect(lastReply([...events, ran("npm test", 1, "TypeError: x is no function"), stop()])).toBe("hold")
  }))

it.for([
  ["after a hold", [...FAILED, stop()]],
  ["in the middle of its work", FAILED],
  ["when it was asked again", [...FAILED, ...HELD_TWICE, ASKED]],
] as const)("knows that the agent is at work %s", ([, events]) =>
  withFolder(async (home) => {
    const session = { session_id: "s1", agent_id: "", cwd: "/work" }
    const log = openSessionLog(sessionFolder(home, "claude-code", session))
    for (const event of events) log.append(event, "hold")
    expect(latestSession(home, "/work")?.has_stopped).toBe(false)
  }),
)
