import { describe, expect, it } from "vitest"
import { ASKED, opened, ended, GREEN, lastReply, ran, RED, replies, stop, wrote } from "./fold.fixture.ts"

const CODE = wrote("/work/src/sum.ts")
const FAILS = ran("npm test", 1, RED)
const PASSES = ran("npm test", 0, GREEN)

describe("a stop is held", () => {
  it("while what failed has not passed since the last edit", () => {
    const [, , , held] = replies([ASKED, CODE, FAILS, stop()])
    expect(held?.type).toBe("hold")
    expect(held).toHaveProperty("text", expect.stringContaining("AssertionError: expected 3, got 4"))
    expect(held).toHaveProperty("text", expect.stringContaining("- npm test:"))
  })

  it("in words that a host may wrap in XML", () => {
    const others = replies([ASKED, CODE, ran("npm test", 1, "expected 3 actual 4"), stop(), stop(true)])
    const texts = others.flatMap((reply) => ("text" in reply ? [reply.text] : []))
    expect(texts).toHaveLength(2)
    expect(texts.join("\n")).toContain("\n  | ")
    expect(texts.join("\n")).not.toMatch(/[<>&]/)
  })

  it("when the failure came before the edit, and nothing was checked since", () => {
    expect(lastReply([ASKED, FAILS, CODE, stop()])).toBe("hold")
  })

  it("when code was changed after the last check passed", () => {
    const held = replies([ASKED, CODE, PASSES, wrote("/work/src/other.ts"), stop()]).at(-1)
    expect(held).toHaveProperty("text", expect.stringContaining("src/other.ts"))
    expect(held).toHaveProperty("text", expect.stringContaining("Run: npm test"))
  })

  it("when the person named a check, or an earlier session ran one, and code was changed without any", () => {
    expect(lastReply([ASKED, CODE, stop()], { verify: "make check" })).toBe("hold")
    expect(lastReply([opened({ known_checks: ["npm test"] }), ASKED, CODE, stop()])).toBe("hold")
  })

  it("when the only check went to the background, and the host tells of its end to nobody", () => {
    const sent = (command: string) =>
      ended({ tool: "Bash", arguments: { command }, observation: "started", status: "running" })
    const held = replies([ASKED, CODE, sent("npm test"), stop()]).at(-1)
    expect(held).toHaveProperty("text", expect.stringContaining("Run: npm test"))
    expect(lastReply([ASKED, CODE, sent("npm run dev"), stop()])).toBe("nothing")
  })

  it("while a check runs in the background, but not a server", () => {
    expect(lastReply([ASKED, CODE, PASSES, stop(false, ["npm run dev"])])).toBe("nothing")
    const held = replies([ASKED, CODE, PASSES, stop(false, ["npm run test:e2e"])]).at(-1)
    expect(held?.type).toBe("hold")
    expect(held).toHaveProperty("text", expect.stringContaining("npm run test:e2e"))
  })

  it("when a patch names code, and when a command writes it", () => {
    const patch = "*** Begin Patch\n*** Update File: src/a.py\n@@\n-a\n+b\n*** End Patch"
    const patched = ended({
      tool: "apply_patch",
      arguments: { command: patch },
      observation: "Success. Updated the following files:\nM src/a.py",
      failed: false,
      annotations: { kind: "edit" },
    })
    expect(lastReply([ASKED, PASSES, patched, stop()])).toBe("hold")
    expect(lastReply([ASKED, PASSES, ran("cat > src/b.py <<'EOF'\nx = 1\nEOF", 0, ""), stop()])).toBe("hold")
  })
})

describe("a stop is let through", () => {
  it("after what failed has passed", () => {
    expect(lastReply([ASKED, CODE, FAILS, wrote("/work/src/sum.ts"), PASSES, stop()])).toBe("nothing")
  })

  it("after the script that failed has passed under another name", () => {
    const unit = { script: "node --test" }
    const call = (command: string, exit_code: number, observation: string) =>
      ended({
        tool: "Bash",
        arguments: { command },
        observation,
        failed: exit_code !== 0,
        exit_code,
        ...unit,
      })
    const failed = call("npm run unit", 1, RED)
    expect(lastReply([ASKED, CODE, failed, CODE, call("npm test", 0, GREEN), stop()])).toBe("nothing")
    expect(lastReply([ASKED, CODE, failed, CODE, PASSES, stop()])).toBe("hold")
  })

  it("after another check passed with as many tests, not with fewer", () => {
    const counted = "# tests 3\n# pass 2\n# fail 1\nnot ok 1 - adds"
    const failed = [ASKED, CODE, ran("npx vitest run", 1, counted), CODE]
    const passing = (tests: number) => ran("npm test", 0, `# tests ${tests}\n# pass ${tests}\n# fail 0`)
    expect(lastReply([...failed, passing(3), stop()])).toBe("nothing")
    expect(lastReply([...failed, passing(1), stop()])).toBe("hold")
  })

  it("in a session that changed no code, whatever it ran", () => {
    expect(lastReply([ASKED, FAILS, stop()])).toBe("nothing")
    expect(lastReply([ASKED, FAILS, wrote("/work/README.md"), wrote("/work/docs/a.txt"), stop()])).toBe(
      "nothing",
    )
    expect(lastReply([ASKED, FAILS, ran("mkdir -p build && git add -A", 0, ""), stop()])).toBe("nothing")
  })

  it("where no check is named and none was ever seen", () => {
    expect(lastReply([ASKED, CODE, stop()])).toBe("nothing")
  })

  it("when the edit was refused", () => {
    const refused = ended({
      tool: "Edit",
      arguments: { file_path: "/work/src/sum.ts", old_string: "a", new_string: "b" },
      observation: "String to replace not found in file.",
      failed: true,
      annotations: { kind: "edit" },
    })
    expect(lastReply([ASKED, PASSES, refused, stop()])).toBe("nothing")
  })
})

describe("holds are bounded", () => {
  const again = () => [ran("npm test", 1, RED), stop(true)]

  it("to two for the same evidence; then the person is told once", () => {
    const events = [ASKED, CODE, FAILS, stop(), ...again(), ...again(), ...again(), ASKED, stop()]
    const stops = replies(events).filter((_, index) => events[index]?.type === "stop")
    expect(stops.map(({ type }) => type)).toEqual(["hold", "hold", "hand_back", "nothing", "nothing"])
    expect(stops[2]).toHaveProperty("text", expect.stringContaining("expected 3, got 4"))
    // Plain output shows what the agent says, and nothing of a hook.
    expect(stops[1]).toHaveProperty("text", expect.stringContaining('"Open: npm test failed, and has not'))
  })

  it("to one when the agent did nothing in between", () => {
    const types = replies([ASKED, CODE, FAILS, stop(), stop(true), stop(true)]).map(({ type }) => type)
    expect(types.slice(3)).toEqual(["hold", "hand_back", "nothing"])
  })

  it("to four between two prompts, whatever the evidence", () => {
    const failing = (line: number) =>
      ran("npm test", 1, `Error: no such thing as ${"abcdefghij"[line]} in the list`)
    const rounds = [0, 1, 2, 3, 4, 5].flatMap((line) => [
      wrote("/work/src/sum.ts"),
      failing(line),
      stop(line > 0),
    ])
    const events = [ASKED, ...rounds]
    const held = replies(events).filter(({ type }) => type === "hold")
    expect(held).toHaveLength(4)
    expect(lastReply([...events, ASKED, wrote("/work/src/sum.ts"), failing(7), stop()])).toBe("hold")
  })

  it("and our own words that a host gives back as a prompt are no prompt", () => {
    const events = [
      ASKED,
      CODE,
      FAILS,
      stop(),
      { type: "prompt", text: "[proofloop] Not done yet" } as const,
      stop(true),
    ]
    expect(lastReply(events)).toBe("hand_back")
  })
})
