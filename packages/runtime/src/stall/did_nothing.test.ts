import { describe, expect, it } from "vitest"
import { moreThanLinear, repeatedTexts } from "../evidence/more_than_linear.fixture.ts"
import { didNothing } from "./did_nothing.ts"

const failed = (error: string, command = ""): boolean => didNothing({ ok: false, error }, command)

// @requirement patterns.nothing_started
describe("a call of which nothing was run", () => {
  it.each([
    "Usage: edit <start>:<end>",
    "Error: Unknown tool remove",
    "Tool remove does not exist",
    "Missing required argument path",
    "Invalid arguments for read: path: expected a string",
    "The call was denied by the user.",
    "Blocked by policy: deletes are off.",
    "User rejected the edit",
    "This command is not allowed in this session",
    "  this action was blocked",
    "Error: No such tool available: Foo",
    "Tool 'bar' not found. Available tools: read, write",
    "Model tried to call unavailable tool 'x'. Available tools: bash",
    "InputValidationError: Read failed due to the following issue: `file_path` is missing",
    "Failed to parse tool arguments as JSON: Unexpected end of JSON input",
    "Error: tool call arguments are not valid JSON",
    "MCP error -32602: Invalid params",
    "MCP error -32000: Connection closed",
    "Failed to start tool: spawn /bin/foo ENOENT",
    "git: 'comit' is not a git command. See 'git --help'.",
  ])("says so: %s", (error) => {
    expect(failed(error)).toBe(true)
  })

  it.each(["refused", "denied", "rejected_by_policy"])("has the status %s", (status) => {
    expect(didNothing({ status, error: "" }, "")).toBe(true)
  })

  it.each([
    ["I will now look at the tests", "bash: I: command not found"],
    ["Let me check the other file first", "/bin/sh: 1: Let: not found"],
    ["The total, which is wrong (again)", "bash: -c: line 1: syntax error near unexpected token `('"],
    ["don't do that", "bash: -c: line 1: unexpected EOF while looking for matching `''"],
    ["Done.", "bash: Done.: command not found"],
    ["Okay, then", "bash: Okay,: command not found"],
    ["Thought: look", "bash: Thought:: command not found"],
    ["Sure! Here is the plan", "/bin/sh: 1: Sure!: not found"],
    ["**Step 1**: run", "bash: **Step: command not found"],
    ["```bash\nls\n```", "bash: line 1: bash: command not found"],
    ["The plan (first)", 'sh: 1: Syntax error: "(" unexpected'],
    ["The plan's end", "/bin/sh: 1: Syntax error: Unterminated quoted string"],
    ["The plan's end", "sh: unterminated quoted string"],
    ["Let's see", "zsh:1: unmatched '"],
    ["Now I can see the problem.", "'Now' is not recognized as an internal or external command"],
  ])("is a sentence, or no line of a shell: %s", (command, error) => {
    expect(failed(error, command)).toBe(true)
  })
})

describe("a call that began", () => {
  it.each([
    "unlink: c: no such file",
    "AssertionError: usage: the text of the help",
    "expected 3, got 4",
    "a.py: error: unrecognized arguments: --fast",
    "request failed with 403 Forbidden",
    "SyntaxError: invalid argument in call",
    "the tool chain is not found",
    "Failed to start the tests: 3 of them are broken",
    "Failed to start server: EADDRINUSE",
    "MCP error -32603: Internal error",
    "parser: failed to parse arguments of the function under test",
    "",
  ])("failed at its work: %s", (error) => {
    expect(failed(error)).toBe(false)
    expect(failed(error, "make test")).toBe(false)
  })

  it.each([
    ["bash build.sh", "build.sh: line 10: syntax error near unexpected token `fi'"],
    ["./build.sh", "./build.sh: 3: Syntax error: end of file unexpected"],
    ["a.out", "bash: a.out: command not found"],
    ["python3.12 -m pytest", "bash: python3.12: command not found"],
    ["# note\nmvn test", "bash: mvn: command not found"],
    ["Rscript run.R", "bash: Rscript: command not found"],
    ["Xvfb :99 -screen 0 1024x768x24", "bash: Xvfb: command not found"],
    ["GET http://localhost/a b c", "bash: GET: command not found"],
    ["mvn clean install now please", "bash: mvn: command not found"],
    ["grep -rn The big bad wolf", "grep: wolf: No such file or directory"],
  ])("is of a program that may be missing: %s", (command, error) => {
    expect(failed(error, command)).toBe(false)
  })

  it("is not told by a sentence alone", () => {
    expect(failed("exit status 1", "I will now look at the tests")).toBe(false)
  })
})

it("does linear work on hostile texts", () => {
  const parts = [
    "usage",
    "sh: 1: ",
    "**",
    "Tool '",
    "Error: ",
    "tool a ",
    "denied by ",
    "user ",
    "command not found",
    " ",
    "I a b c",
    "\n",
  ]
  const look = (text: string): unknown => failed(text, text)
  expect(moreThanLinear(look, (length) => repeatedTexts(parts, length))).toEqual([])
})
