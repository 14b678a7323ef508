import { describe, expect, it } from "vitest"
import { readFrame } from "./command_frame.ts"
import { moreThanLinear } from "./more_than_linear.fixture.ts"

describe("the exit code that lines around an output tell", () => {
  it.each<[number, string, string]>([
    [1, "mismatch in row 3", "<returncode>1</returncode>\n<output>\nmismatch in row 3\n</output>"],
    [0, "", "<returncode>0</returncode>\n<output>\n</output>"],
    [2, "no such table", "<output>\nno such table\n</output>\n<exit_code>2</exit_code>"],
    [3, "a\nb", "a\nb\n[Command finished with exit code 3]"],
    [
      1,
      "a",
      "a\n[The command completed with exit code 1.]\n[Current working directory: /w]\n[Python: /usr/bin/python]",
    ],
    [
      1,
      "a",
      "Chunk ID: 7a\nWall time: 0.1 seconds\nProcess exited with code 1\nOriginal token count: 16\nOutput:\na",
    ],
    [0, "done\nexit code: 1", "Exit code: 0\nOutput:\ndone\nexit code: 1"],
    [1, "a", "a\n<exited with exit code 1>"],
    [-9, "a", "a\nexitCode: -9"],
    [7, "a", "a\n\nReturn Code: 7"],
    [1, "a", "Command failed with exit code of 1\n\na"],
    [1, "exit code 1", "exit code 1"],
    [1, "a\nEXIT_CODE=1", "a\nEXIT_CODE=1"],
    [
      1,
      "CalledProcessError: Command '['make']' returned non-zero exit status 1.",
      "CalledProcessError: Command '['make']' returned non-zero exit status 1.",
    ],
  ])("%s, and within %j: %j", (exit_code, output, text) => {
    expect(readFrame(text)).toEqual({ output, exit_code, stopped: undefined })
  })

  it.each([
    ["exit 1"],
    ["the docs say\nexit code 1\nin the middle\nof a text"],
    ["fails with exit code 1 if a test fails"],
    ["status: 404"],
    ["SystemExit: 32"],
    ["sys.exit_code == 0"],
    [`exit code 1\n${"x".repeat(5000)}\nx`.replace("exit code 1\n", "a\nexit code 1\n")],
    [""],
  ])("is none: %j", (text) => {
    expect(readFrame(text)).toEqual({ output: text, exit_code: undefined, stopped: undefined })
  })

  it.each([
    ["assert exit_code == 0"],
    ["src/run.ts:12: // ends with exit code 1"],
    ['  "test": "echo \\"no test\\" && exit 1"'],
    ["EXIT_CODE=1"],
  ])("is none in a file that a command shows: %j", (line) => {
    expect(readFrame(`a\n${line}`, true).exit_code).toBeUndefined()
    expect(readFrame(`a\n${line}\n[exit code 0]`, true).exit_code).toBe(0)
  })
})

describe("why a harness stopped a command", () => {
  it.each<["time" | "signal" | undefined, string]>([
    ["time", "The last command <command>make</command> timed out and has been killed."],
    ["time", "EXECUTION TIMED OUT"],
    ["time", "a\n[The command timed out after 120.0 seconds.]"],
    ["time", "bash tool terminated command after exceeding timeout 120000 ms"],
    ["time", "a\nCommand was cancelled because it took more than 30 seconds"],
    ["time", "Timed out after 60 seconds"],
    ["time", "a\nError: time limit of 10 minutes reached, process stopped"],
    ["signal", "a\nProcess terminated by signal 15"],
    ["signal", "a\nKilled"],
    ["signal", "a\ncommand failed: signal: killed"],
    [undefined, "ssh: connect to host example.com port 22: Connection timed out"],
    [undefined, "Error: Timeout of 2000ms exceeded."],
    [undefined, "Test timed out in 5000ms."],
    [undefined, "net/http: request canceled (Client.Timeout exceeded while awaiting headers)"],
    [undefined, "Timed out waiting for the lock"],
    [undefined, "a\nb\nthe command timed out\nc\nd\ne"],
  ])("%s: %j", (stopped, text) => {
    expect(readFrame(text).stopped).toBe(stopped)
  })

  it("only the first line tells it of a command that shows a file", () => {
    expect(readFrame("12:00 start\nCommand timed out", true).stopped).toBeUndefined()
    expect(readFrame("The command `sleep 100` timed out", true).stopped).toBe("time")
  })
})

it("does linear work on hostile texts", () => {
  expect(moreThanLinear((text) => readFrame(text))).toEqual([])
})
