import { describe, expect, it } from "vitest"
import type { HookEvent } from "../events/host_event.ts"
import { askedWords } from "../events/named_words.ts"
import { GREEN, opened, ran, replies, stop, wrote } from "./fold.fixture.ts"

const OLD =
  " FAIL  src/legacy.test.ts > keeps dates\nAssertionError: expected 3 to be 4\n ❯ src/legacy.test.ts:4:5\n\n Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | 3 passed (4)"
const red = (command = "npm test") => ran(command, 1, OLD)
const asked = (text: string): HookEvent => ({ type: "prompt", text: "", asked: askedWords(text) })
const says = (last_words?: string): HookEvent => ({ type: "stop", again: false, pending: [], last_words })
const ADD = asked("Add a function that sorts users by name")
const CODE = wrote("/work/src/users.ts")

function endOf(...events: readonly HookEvent[]) {
  return replies([opened(), ...events]).at(-1)
}

describe("what failed before the first edit", () => {
  it("is told to the person once, and holds nobody", () => {
    const told = replies([opened(), ADD, red(), CODE, red(), says("Added sortUsers."), ADD, says("Done.")])
    expect(told.map(({ type }) => type).slice(-3)).toEqual(["hand_back", "nothing", "nothing"])
    expect(told.at(-3)).toHaveProperty("text", expect.stringContaining("legacy.test.ts"))
  })

  it.for<[string, readonly HookEvent[]]>([
    ["no check ran since the edit", [ADD, red(), CODE, says("Added it.")]],
    ["the prompt speaks of what fails", [asked("Make the failing test pass"), red(), CODE, red(), says("")]],
    ["the prompt names its file", [asked("Rework legacy"), red(), CODE, red(), says("Reworked.")]],
    [
      "the prompt is in a language that is not read",
      [asked("Füge Sortierung ein"), red(), CODE, red(), says("")],
    ],
    ["nobody read the prompt", [{ type: "prompt", text: "" }, red(), CODE, red(), says("Added it.")]],
    [
      "a part of the check ran",
      [ADD, red("npx vitest src/legacy.test.ts"), CODE, red("npx vitest src/legacy.test.ts"), says("")],
    ],
    ["an edit touched what it names", [ADD, red(), wrote("/work/src/legacy.ts"), red(), says("Added it.")]],
    ["the last words claim a pass", [ADD, red(), CODE, red(), says("Added it. All tests pass.")]],
    ["the host tells no last words", [ADD, red(), CODE, red(), says()]],
    ["the last words are not read", [ADD, red(), CODE, red(), says("Hinzugefügt.")]],
    [
      "another failure came",
      [ADD, red(), CODE, ran("npm test", 1, OLD.replace("3 to", "5 to")), says("Added it.")],
    ],
  ])("is held as any other where %s", ([, events]) => {
    expect(endOf(...events)?.type).toBe("hold")
  })

  it("is none where the person named the check", () => {
    const events = [opened(), ADD, red(), CODE, red(), says("Added it.")]
    expect(replies(events, { verify: "npm test" }).at(-1)?.type).toBe("hold")
  })

  it.for([
    "Added sortUsers. src/legacy.test.ts still does not pass; it is unrelated.",
    "All tests pass except the old one in legacy.test.ts.",
    "Added the function and a test of it.",
  ])("stays so with %j", (words) => {
    expect(endOf(ADD, red(), CODE, red(), says(words))?.type).toBe("hand_back")
  })
})

describe("what the person accepted", () => {
  const failed = [asked("Fix it"), CODE, red()]

  it("holds nobody, until it is another failure or code changes again", () => {
    expect(endOf(...failed, stop())?.type).toBe("hold")
    expect(endOf(...failed, { type: "accepted" }, stop())?.type).toBe("hand_back")
    const again = [...failed, { type: "accepted" } as const, wrote("/work/src/users.ts")]
    expect(endOf(...again, stop())?.type).toBe("hold")
    expect(endOf(...again, red(), stop())?.type).toBe("hand_back")
    expect(endOf(...again, red(), stop(), stop())?.type).toBe("nothing")
    expect(endOf(...again, ran("npm test", 1, OLD.replace("3 to", "5 to")), stop())?.type).toBe("hold")
  })

  it("is nothing by a call of the agent, which is told so", () => {
    const tries = ran("npx proofloop hook accept", 0, "accepted")
    expect(endOf(...failed, tries)).toHaveProperty("text", expect.stringContaining("accepted nothing"))
    expect(endOf(...failed, tries, stop())?.type).toBe("hold")
  })
})

describe("while the host waits for work in the background", () => {
  const waits = (of: Partial<Extract<HookEvent, { readonly type: "stop" }>>): HookEvent => ({
    type: "stop",
    again: false,
    pending: [],
    resumes: true,
    ...of,
  })
  const failed = [asked("Fix it"), CODE, red()]

  it("nothing is held, and the person learns once what a command keeps open", () => {
    expect(endOf(...failed, waits({ agents: ["runs the tests"] }))?.type).toBe("nothing")
    const server = waits({ pending: ["npm run dev"] })
    const told = replies([opened(), ...failed, server, server]).slice(-2)
    expect(told.map(({ type }) => type)).toEqual(["hand_back", "nothing"])
    expect(told[0]).toHaveProperty("text", expect.stringContaining("npm run dev"))
  })

  it("but not for what ran before the person spoke last, nor where the host does not come back", () => {
    const server = waits({ pending: ["npm run dev"] })
    expect(endOf(...failed, server, asked("Go on"), server)?.type).toBe("hold")
    expect(endOf(...failed, waits({ pending: ["npm run dev"], resumes: false }))?.type).toBe("hold")
    expect(endOf(CODE, ran("npm test", 0, GREEN), waits({ pending: ["npm test"] }))?.type).toBe("nothing")
  })
})
