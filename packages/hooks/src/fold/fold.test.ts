import { describe, expect, it } from "vitest"
import type { HookEvent } from "../events/host_event.ts"
import { ASKED, begins, ended, GREEN, lastReply, ran, RED, replies, stop, wrote } from "./fold.fixture.ts"

const FAILS = ran("npm test", 1, RED)

describe("a nudge", () => {
  it("comes when an edit did not change the failure, with its evidence", () => {
    const told = replies([ASKED, FAILS, wrote("/work/src/sum.ts"), ran("npm test", 1, RED)]).at(-1)
    expect(told?.type).toBe("tell")
    expect(told).toHaveProperty("text", expect.stringContaining("expected 3, got 4"))
  })

  it("does not come for another failure, nor for a pass", () => {
    const other = ran("npm test", 1, "TypeError: total is not a function")
    expect(lastReply([ASKED, FAILS, wrote("/work/src/sum.ts"), other])).toBe("nothing")
    expect(lastReply([ASKED, FAILS, wrote("/work/src/sum.ts"), ran("npm test", 0, GREEN)])).toBe("nothing")
  })

  it("comes once, then in the detector's words; never for a run without an edit", () => {
    const again = () => [wrote("/work/src/sum.ts"), ran("npm test", 1, RED)]
    const textsOf = (events: Parameters<typeof replies>[0]) =>
      replies(events).flatMap((reply) => ("text" in reply ? reply.text.split("\n").slice(0, 1) : []))
    expect(textsOf([ASKED, FAILS, ...again(), ...again(), ...again()])).toEqual([
      "[proofloop] Your edit did not change this failure, which was red before your first edit:",
      "[proofloop] The same failure has persisted across 3 turns; these edits did not change it: src/sum.ts. It was red before your first edit.",
    ])
    expect(textsOf([ASKED, FAILS, ran("npm test", 1, RED)])).toEqual([])
  })

  it("says what became of edits that were rejected, and that nothing was edited", () => {
    const read = ended({
      tool: "Read",
      arguments: { file_path: "/work/src/sum.ts" },
      observation: "1 export",
    })
    const refused = () =>
      ended({
        tool: "Edit",
        arguments: { file_path: "/work/src/sum.ts", old_string: "a - b", new_string: "a + b" },
        observation: "<tool_use_error>String to replace not found in file.\nString: a - b</tool_use_error>",
        failed: true,
        annotations: { kind: "edit" },
      })
    const red = () => ran("npm test", 1, RED)
    const toldBy = (...events: Parameters<typeof replies>[0]) =>
      replies([ASKED, read, ...events]).flatMap((reply) =>
        "text" in reply
          ? [reply.text.split("\n").filter((line) => !/FAIL|expected|1 failed/.test(line))]
          : [],
      )
    expect(toldBy(red(), refused(), red(), refused(), red())).toEqual([
      [
        "[proofloop] A rejected edit and a failure are taking turns, each seen 2 times by now.",
        "The check failed with:",
        "The edit was told:",
        "> <tool_use_error>String to replace not found in file.",
        "Read the file as it is now and base the next edit on that, or report this blocker.",
      ],
      [
        "[proofloop] The same failure has persisted across 3 turns; your last 2 edits were not applied, and nothing has changed since.",
        "The last of them was told:",
        "> <tool_use_error>String to replace not found in file.",
        "The failing evidence is unchanged:",
        expect.stringMatching(/^Do not send the same edit again/),
      ],
    ])
    const [first] = toldBy(red(), read, red(), read, red())
    expect(first?.[0]).toBe(
      "[proofloop] The same failure has persisted across 3 turns; you ran this 3 times and changed nothing.",
    )
  })

  it.each([
    ["a script between", ["T", "python fix.py", "T", "python fix.py", "T"], /no edit was seen in between/],
    ["a formatter between", ["T", "ruff format .", "T", "mkdir -p tmp", "T"], /no edit was seen in between/],
    ["edits taken back", ["T", "E", "git restore src", "T", "E", "git restore src", "T"], /may have taken/],
    [
      "a script before",
      ["node -e 'f()'", "T", "E", "T"],
      /^\[proofloop\] Your edit did not change this failure:/,
    ],
  ])("claims no more than was seen: %s", (_what, steps, expected) => {
    const events = steps.map((step) =>
      step === "E" ? wrote("/work/src/a.ts") : step === "T" ? ran("npm test", 1, RED) : ran(step, 0, ""),
    )
    expect(replies([ASKED, ...events]).flatMap((reply) => ("text" in reply ? [reply.text] : []))).toEqual([
      expect.stringMatching(expected),
    ])
  })

  it("does not come for an edit that no check has seen", () => {
    const both: HookEvent = {
      type: "calls_ended",
      calls: [ran("npm test", 1, RED), wrote("/work/src/sum.ts")].flatMap((event) =>
        event.type === "calls_ended" ? event.calls : [],
      ),
    }
    expect(lastReply([ASKED, FAILS, both])).toBe("nothing")
    expect(lastReply([ASKED, FAILS, both, ran("npm test", 1, RED)])).toBe("tell")
  })

  it("comes once for a call that a host tells twice", () => {
    const again = ran("npm test", 1, RED)
    const told = replies([ASKED, FAILS, wrote("/work/src/sum.ts"), again, again])
    expect(told.map(({ type }) => type).join(" ")).toBe("nothing nothing nothing tell nothing")
  })

  it("does not come for answers to notices from outside", () => {
    const look = () => ran("ls out", 0, "empty")
    expect(lastReply([ASKED, look(), look(), look(), look()])).toBe("tell")
    const notice = { type: "notice" } as const
    const looks = ["1", "2", "3", "4", "5"].flatMap(() => [notice, look()])
    expect(lastReply([ASKED, ...looks])).toBe("nothing")
  })

  it("is not given without the failure model", () => {
    const timed = (ms: number) => ran("npm test", 1, `AssertionError: expected 3, got 4 (${ms} ms)`)
    const events = [ASKED, timed(12), wrote("/work/src/sum.ts"), timed(13)]
    expect(lastReply(events)).toBe("tell")
    expect(lastReply(events, { repair_aware: false })).toBe("nothing")
  })
})

describe("a futile repeat", () => {
  const twice = [ASKED, FAILS, ran("npm test", 1, RED)]
  const settings = { refuse_repeats: true }

  it("is refused where the person wants that, and only the very command", () => {
    expect(lastReply([...twice, begins("npm test")], settings)).toBe("refuse")
    expect(lastReply([...twice, begins("npm test")])).toBe("nothing")
    expect(lastReply([...twice, begins("npm test -- sum")], settings)).toBe("nothing")
    expect(lastReply([ASKED, FAILS, begins("npm test")], settings)).toBe("nothing")
  })

  it("is none after anything was written, or a command that may have", () => {
    expect(lastReply([...twice, wrote("/work/notes.md"), begins("npm test")], settings)).toBe("nothing")
    expect(
      lastReply([...twice, ran("npm install", 0, "added 3 packages"), begins("npm test")], settings),
    ).toBe("nothing")
    expect(lastReply([...twice, ran("./prepare.sh", 0, "ready"), begins("npm test")], settings)).toBe(
      "nothing",
    )
  })

  it("is refused twice, and then it runs", () => {
    const types = replies(
      [...twice, begins("npm test"), begins("npm test"), begins("npm test")],
      settings,
    ).map(({ type }) => type)
    expect(types.slice(3)).toEqual(["refuse", "refuse", "nothing"])
  })
})

it("forgets what failed when the conversation is cleared, and keeps it when it is compacted", () => {
  const failed = [ASKED, wrote("/work/src/sum.ts"), FAILS]
  expect(lastReply([...failed, { type: "session_start", source: "compact" }, stop()])).toBe("hold")
  expect(lastReply([...failed, { type: "session_start", source: "resume" }, stop()])).toBe("hold")
  expect(lastReply([...failed, { type: "session_start", source: "clear" }, stop()])).toBe("nothing")
})

it("takes an outcome that nobody knows for no pass", () => {
  const unknown = ended({
    tool: "Bash",
    arguments: { command: "npm test" },
    observation: "",
    status: "running",
  })
  expect(lastReply([ASKED, FAILS, wrote("/work/src/sum.ts"), unknown, stop()])).toBe("hold")
})
