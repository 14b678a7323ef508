import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { detectFormat } from "./read_sessions.ts"
import { sessionFormats } from "./read_source.ts"
import { isSessionFormatError } from "./session_format_error.ts"
import { fixturePath, itemsOf } from "./sessions.fixture.ts"

let folder = ""
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sessions-"))
})
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

function lineOf(text: string): string {
  return JSON.stringify({ role: "assistant", content: text })
}

async function texts(path: string, format?: string): Promise<readonly string[]> {
  const items = await itemsOf(path, format)
  return items.map((item) => {
    if (item.type === "turn") return item.turn.text
    return item.type === "run" ? `run ${item.id}` : `skipped ${item.line ?? "-"} ${item.reason}`
  })
}

describe("lines", () => {
  it("may end as Windows ends them, begin with a byte order mark and be empty", async () => {
    const path = write("windows.jsonl", `\uFEFF${lineOf("a")}\r\n\r\n${lineOf("b")}\r\n`)
    expect(await texts(path)).toEqual(["run windows", "a", "b"])
  })

  it("that are no JSON are named and passed over", async () => {
    const path = write(
      "broken.jsonl",
      `${lineOf("a")}\nnonsense\n${lineOf("b")}\n\0\0\0\n7\n${lineOf("c")}\n{"role`,
    )
    expect(await texts(path)).toEqual([
      "skipped 2 the line is not JSON",
      "run broken",
      "a",
      "skipped 4 the line is not JSON",
      "skipped 5 no message",
      "b",
      "skipped 7 the line is not JSON; it may still be written",
      "c",
    ])
  })

  it("may hold bytes that are no text", async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"role":"assistant","content":"a'),
      Buffer.of(0xff),
      Buffer.from('"}\n'),
    ])
    expect(await texts(write("bytes.jsonl", bytes))).toEqual(["run bytes", "a\uFFFD"])
  })

  it("of a transcript that was cut off in its first line do not hide the rest", async () => {
    const [, ...lines] = readFileSync(fixturePath("claude_code_2.jsonl"), "utf8").split("\n")
    const path = write("cut.jsonl", [`{"type":"user","mess`, ...lines.slice(0, 3)].join("\n"))
    const [first, run] = await itemsOf(path)
    expect(first).toEqual({ type: "skipped", line: 1, reason: "the line is not JSON" })
    expect(run).toMatchObject({ type: "run", agent: "Claude Code" })
  })
})

describe("documents", () => {
  const steps = ["a", "b", "c"].map((action) => ({
    action,
    observation: "o",
    response: "r",
    thought: action,
  }))
  const whole = JSON.stringify({ trajectory: steps, info: {}, environment: "main" }, null, 2)

  it("that are cut off are read as far as they go", async () => {
    const path = write("cut.traj", whole.slice(0, whole.indexOf('"c"')))
    expect(await texts(path)).toEqual(["run cut", "a", "b", "skipped - the document is cut off"])
  })

  it("that are cut off on their only line are as well", async () => {
    const line = JSON.stringify(JSON.parse(whole))
    const path = write("cut_line.traj", line.slice(0, line.indexOf('"c"')))
    expect(await texts(path)).toEqual(["run cut_line", "a", "b", "skipped 1 the document is cut off"])
  })

  it("that stop being JSON are read until there", async () => {
    const path = write("spoilt.traj", whole.replace('"action": "c"', "action: c"))
    expect(await texts(path)).toEqual([
      "run spoilt",
      "a",
      "b",
      "skipped - the document is not JSON from here on",
    ])
  })

  it("may tell who ran after what was done", async () => {
    const events = [{ tool: "look", args: {}, obs: "seen", thought: "a" }]
    const path = write("late.json", JSON.stringify({ events, id: "run-9", model: "m" }, null, 2))
    const [run] = await itemsOf(path, "plain")
    expect(run).toEqual({ type: "run", id: "run-9", source: path, agent: undefined, model: "m" })
  })
})

describe("formats", () => {
  it("are told of files larger than what is looked at", async () => {
    const message = { role: "user", content: "x".repeat(100_000) }
    const call = {
      role: "assistant",
      content: [{ type: "tool-call", toolName: "a", toolCallId: "1", input: {} }],
    }
    expect(await detectFormat(write("long.json", JSON.stringify([message, call])))).toBe("openai_chat")
    expect(await detectFormat(write("long2.json", JSON.stringify([call, message], null, 1)))).toBe("ai_sdk")
    const events = [{ i: 0, tool: "a", args: { text: message.content }, obs: "" }]
    expect(await detectFormat(write("long3.jsonl", JSON.stringify({ id: "a", events })))).toBe("plain")
  })

  it("that nobody knows are an error with a hint, before anything is read", async () => {
    const error = await itemsOf(join(folder, "no such file"), "claude-code").catch(
      (thrown: unknown) => thrown,
    )
    expect(isSessionFormatError(error) && error.did_you_mean).toBe("claude_code")
    expect(String(error)).toContain('no format is called "claude-code". Did you mean "claude_code"?')
  })

  it("that are not recognised are an error that names the file and the formats", async () => {
    const path = write("other.json", '{"hello": "world"}')
    const error = await itemsOf(path).catch((thrown: unknown) => thrown)
    const formats = sessionFormats.map(({ format }) => format)
    expect(String(error)).toBe(
      `SessionFormatError: ${path}: not a session of a known format. Formats: ${formats.join(", ")}`,
    )
  })

  it("that a file only looks like are named, and no run is made up", async () => {
    const path = write("chat.jsonl", '{"type":"session","id":"1","cwd":"/shop"}\n{"type":"hologram"}\n')
    const reasons = (await itemsOf(path)).map((item) => (item.type === "skipped" ? item.reason : item.type))
    expect(reasons).toEqual([
      'unknown type of line "hologram"',
      "the file looks like pi, but holds no turn of it",
    ])
  })

  it("are not asked of an empty file", async () => {
    const path = write("empty.jsonl", "\n \n")
    expect(await itemsOf(path)).toEqual([{ type: "skipped", reason: "the file is empty" }])
    expect(await detectFormat(path)).toBeNull()
  })

  it("may be named for a file of another, which then holds nothing to read", async () => {
    const items = await itemsOf(fixturePath("codex_shell.jsonl"), "claude_code")
    expect(items).toHaveLength(25)
    expect(items.every(({ type }) => type === "skipped")).toBe(true)
  })
})
