import { describe, expect, it } from "vitest"
import { readToolOutput, textOf } from "./tool_output.ts"

const saysFailure = (output: unknown) => readToolOutput(output).failed
const exitCodeOf = (output: unknown) => readToolOutput(output).exit_code

describe("whether a call failed", () => {
  it.each<[boolean | undefined, unknown]>([
    [true, { ok: false }],
    [false, { ok: true, error: "warned" }],
    [true, { success: false }],
    [false, { success: true, exitCode: 1 }],
    [true, { isError: true, content: [] }],
    [undefined, { isError: false, content: [] }],
    [true, { exitCode: 1, stdout: "" }],
    [false, { exitCode: 0, stderr: "warning" }],
    [true, { exit_code: -9 }],
    [true, { return_code: 2 }],
    [true, { returncode: 2 }],
    [true, { code: 1, stdout: "" }],
    [true, { status: 1, stderr: "" }],
    [false, { status: 0, stderr: "" }],
    [undefined, { status: 404, body: "" }],
    [undefined, { code: 1 }],
    [true, { exitCode: null, signal: "SIGKILL", stdout: "" }],
    [undefined, { signal: "buy" }],
    [true, { timedOut: true, exitCode: 0 }],
    [true, { timed_out: true }],
    [true, { status: "failed" }],
    [true, { status: "ERROR" }],
    [false, { status: "completed" }],
    [undefined, { status: "merged" }],
    [true, { error: "not found" }],
    [true, { error: { message: "not found" } }],
    [undefined, { error: "" }],
    [undefined, { error: null, rows: [] }],
    [undefined, {}],
    [undefined, undefined],
    [undefined, null],
    [undefined, false],
    [undefined, 0],
    [undefined, []],
  ])("%s: %o", (failing, output) => {
    expect(saysFailure(output)).toBe(failing)
  })

  it.each<[boolean | undefined, string]>([
    [true, "exit code 1"],
    [true, "Exit code: 2\n1 failing"],
    [true, "1 failing\n[exit code 1]"],
    [true, "1 failing\nCommand failed with exit code 1\n"],
    [true, "1 failing\nProcess exited with code 127."],
    [true, "x\nexit status 3"],
    [true, "x\nReturn code: 3"],
    [true, "x\nexit_code=1"],
    [false, "done\nexit code 0"],
    [true, "<returncode>1</returncode>\n<output>\na\n</output>"],
    [true, "Command timed out after 60 s"],
    [undefined, "status: 404"],
    [undefined, "code 1"],
    [undefined, "exit code 1\nin the middle\nof a text".replace(/^/, "the docs say\n")],
    [undefined, "Returns exit code 1 if a test fails"],
    [undefined, ""],
  ])("%s: %j", (failing, text) => {
    expect(saysFailure(text)).toBe(failing)
    expect(saysFailure({ content: [{ type: "text", text }] })).toBe(failing)
  })

  it("reads outputs whose fields throw", () => {
    const output = Object.defineProperty({}, "ok", {
      enumerable: true,
      get: () => {
        throw new Error("no")
      },
    })
    expect(saysFailure(output)).toBeUndefined()
  })
})

describe("textOf", () => {
  it.each<[string | undefined, unknown]>([
    ["a", "a"],
    ["out\nerr", { stdout: "out", stderr: "err", durationMs: 7 }],
    ["err", { stdout: "", stderr: "err" }],
    ["", { stdout: "", stderr: "" }],
    ["both", { output: "both", exitCode: 1 }],
    ["both", { combined: "both" }],
    [
      "a\nb",
      {
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      },
    ],
    [
      undefined,
      {
        content: [
          { type: "text", text: "a" },
          { type: "image", data: "" },
        ],
      },
    ],
    [undefined, { content: [] }],
    [undefined, { text: "a", page: 2 }],
    [undefined, 7],
    [undefined, null],
  ])("%j", (text, output) => {
    expect(textOf(output)).toBe(text)
  })
})

describe("exitCodeOf", () => {
  it("takes an exit code of any name, a bare code or status only beside streams", () => {
    expect(exitCodeOf({ exitCode: 3, status: 1, stdout: "" })).toBe(3)
    expect(exitCodeOf({ code: "ENOENT", status: 2, stdout: "" })).toBe(2)
    expect(exitCodeOf({ code: 200, status: 200 })).toBeUndefined()
  })
})

describe("readToolOutput", () => {
  it("reads a record with an exit code that is handed on as text", () => {
    const held = { output: "1 failing", exit_code: 1 }
    expect(readToolOutput(JSON.stringify(held))).toEqual(readToolOutput(held))
    const other = '{"failed":true,"returns":1}'
    expect(readToolOutput(other)).toMatchObject({ text: other, failed: undefined })
  })

  it("tells a command that was ended from outside as a shell does", () => {
    expect(exitCodeOf({ exitCode: null, signal: "SIGTERM", stdout: "" })).toBe(143)
    expect(exitCodeOf({ signal: "SIGHUP", stdout: "" })).toBeUndefined()
    expect(readToolOutput("a\nCommand timed out").timed_out).toBe(true)
  })

  it("reads streams, texts and data alike", () => {
    expect(readToolOutput({ stdout: "a", stderr: "b", exitCode: 1 })).toEqual({
      text: "a\nb",
      failed: true,
      exit_code: 1,
      timed_out: false,
    })
    const unsaid = { failed: undefined, exit_code: undefined, timed_out: false }
    expect(readToolOutput("fine")).toEqual({ text: "fine", ...unsaid })
    expect(readToolOutput({ rows: [1] })).toEqual({ text: '{"rows":[1]}', ...unsaid })
  })
})
