import { describe, expect, test } from "vitest"
import { recordedCall } from "./recorded_call.ts"

describe("a recorded call", () => {
  test("of a shell is judged by its command; the exit code is read off the text", () => {
    const call = recordedCall({
      event: 3,
      tool: "bash",
      arguments: { command: "pytest -q" },
      observation: "pytest -q\n1 failed in 0.10s\nexit code 1",
    })
    expect(call).toEqual({
      event: 3,
      tool_call: { name: "bash", arguments: { command: "pytest -q" } },
      result: { ok: false, output: "1 failed in 0.10s", exit_code: 1, annotations: {} },
    })
  })

  test("that runs a script is a check of that script", () => {
    const run = (command: string): unknown =>
      recordedCall({ event: 0, tool: "bash", arguments: { command }, observation: "hello" }).result
        .annotations
    expect(run("cd app && python reproduce.py --fast")).toEqual({
      evidence_role: "verification",
      check_id: "python reproduce.py",
    })
    expect(run("ls -la")).toEqual({ evidence_role: "observation" })
    expect(run("python -m pytest")).toEqual({})
  })

  test("of a program that the agent brought along only looks if its name says so", () => {
    const run = (tool: string, command: string): unknown =>
      recordedCall({ event: 0, tool, arguments: { command }, observation: "x" }).result.annotations
    expect(run("search_dir", "search_dir total")).toEqual({ kind: "read", evidence_role: "observation" })
    expect(run("find", "find . -name a | xargs pytest")).not.toHaveProperty("kind")
    expect(run("submit", "submit")).toEqual({})
  })

  test("that edits and checks at once is an applied edit with the checks' outcome", () => {
    const fix = (observation: string): unknown =>
      recordedCall({ event: 0, tool: "write_fix", arguments: { changes: [{}] }, observation }).result
    expect(fix("Lines written. There are 2 failing test cases")).toMatchObject({
      ok: false,
      mutation_status: "applied",
      annotations: { kind: "edit", evidence_role: "verification" },
    })
    expect(
      recordedCall({
        event: 0,
        tool: "edit",
        arguments: {},
        observation: "No failing test is shown",
        failed: true,
        annotations: { kind: "edit" },
      }).result.ok,
    ).toBe(false)
    expect(fix("Lines written. All tests passed")).toMatchObject({ ok: true, mutation_status: "applied" })
    expect(fix("Error: line 12 is out of range")).toEqual({
      ok: false,
      output: "Error: line 12 is out of range",
      annotations: { kind: "edit" },
    })
  })

  test("what the recording says outranks what the text looks like", () => {
    const call = {
      event: 0,
      tool: "search",
      arguments: {},
      observation: "Error: this is a file's first line",
    }
    expect(recordedCall(call).result.ok).toBe(false)
    expect(recordedCall({ ...call, failed: false }).result.ok).toBe(true)
    const shell = { event: 0, tool: "bash", arguments: { command: "make" }, observation: "done" }
    expect(recordedCall({ ...shell, exit_code: 2 }).result).toMatchObject({ ok: false, exit_code: 2 })
  })

  test("is judged by the exit code that was recorded, also where it only looks", () => {
    const bwrap = "bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted"
    const look = { event: 0, tool: "bash", arguments: { command: "cat package.json" }, observation: bwrap }
    expect(recordedCall({ ...look, exit_code: 1 }).result).toMatchObject({ ok: false, exit_code: 1 })
    const script = '{\n  "test": "echo \\"no test\\" && exit 1",\n  "main": "exit code 1"\n}'
    const shown = { ...look, observation: script }
    expect(recordedCall(shown).result).toEqual({
      ok: true,
      output: script,
      annotations: { evidence_role: "observation" },
    })
    const file = { event: 0, tool: "read_file", arguments: { path: "a.md" }, observation: "Exit code: 1" }
    expect(recordedCall(file).result).toMatchObject({ ok: true, output: "Exit code: 1" })
  })

  test("quotes no script of its own in why it was stopped", () => {
    const command = "cat > a.py <<'EOF'\nprint(1)\nEOF\npython a.py"
    const observation = `The last command <command>${command}</command> timed out and has been killed.`
    const { result } = recordedCall({ event: 0, tool: "bash", arguments: { command }, observation })
    expect(result).toMatchObject({ ok: false, timed_out: true })
    expect(result.output).toBe(
      "The last command <command>cat > a.py <<'EOF'</command> timed out and has been killed.",
    )
  })

  test("whose answer denies what the call names has failed, whatever the harness says of it", () => {
    const call = { event: 0, tool: "process", arguments: { action: "poll", session_id: "1858" } }
    const { result } = recordedCall({ ...call, observation: "No session found for 1858", failed: false })
    expect(result.ok).toBe(false)
    expect(recordedCall({ ...call, observation: "No new output", failed: false }).result.ok).toBe(true)
  })

  test("whose end nobody tells may have failed, but has not passed", () => {
    const call = { event: 0, tool: "Bash", arguments: { command: "npm test" }, status: "unknown" } as const
    const failed = recordedCall({ ...call, observation: "FAIL src/a.test.ts\n 1 failed" }).result
    expect(failed).toMatchObject({ ok: false })
    const passed = recordedCall({ ...call, observation: "Tests  12 passed (12)" }).result
    expect(passed).toMatchObject({ status: "interrupted", output: "Tests  12 passed (12)" })
    expect(passed).not.toHaveProperty("ok")
  })

  test("without an observation is no evidence", () => {
    const { result } = recordedCall({ event: 0, tool: "bash", arguments: {}, observation: null })
    expect(result).toEqual({ status: "interrupted", annotations: {} })
  })

  test("a file written as a whole has a digest", () => {
    const write = (content: string): unknown =>
      recordedCall({
        event: 0,
        tool: "write_file",
        arguments: { path: "a.ts", content },
        observation: "written",
      }).result.file_hashes
    expect(write("x")).toEqual({ "a.ts": expect.stringMatching(/^[\da-f]{64}$/) })
    expect(write("x")).toEqual(write("x"))
    expect(write("x")).not.toEqual(write("y"))
    const hostile = { path: "__proto__", content: "x" }
    const call = { event: 0, tool: "write_file", arguments: hostile, observation: "written" }
    expect(recordedCall(call).result).not.toHaveProperty("file_hashes")
  })

  test("the annotations an importer gives are believed", () => {
    const { result } = recordedCall({
      event: 0,
      tool: "Bash",
      arguments: { command: "python a.py" },
      observation: "ok",
      annotations: { evidence_role: "observation" },
    })
    expect(result.annotations).toEqual({ evidence_role: "observation" })
  })
})
