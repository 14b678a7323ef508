import { expect, test } from "vitest"
import type { HookCall, HostName, ToldEvent } from "../events/host_event.ts"
import { hostAdapter } from "./hosts.ts"
import { inputsOf, transcriptAt } from "./recordings.fixture.ts"

/** What each line of a recording tells; "-" is nothing. */
const OUTLINES: readonly (readonly [host: HostName, outline: readonly string[]])[] = [
  [
    "claude-code",
    [
      "session_start startup",
      "prompt fix it",
      "call_begins toolu_1_0:Bash",
      'calls_ended toolu_1_0:Bash exit 1 "Exit code 1\\nFAILED test_a\\nerr"',
      'calls_ended toolu_1_0:Bash exit 1 "Exit code 1\\nFAILED test_a\\nerr"',
      "call_begins toolu_2_0:Write",
      'calls_ended toolu_2_0:Write[edit] ? ""',
      "call_begins toolu_2_1:Bash",
      'calls_ended toolu_2_1:Bash exit 1 "Exit code 1\\nFAILED test_a"',
      'calls_ended toolu_2_0:Write[edit] ? "File created successfully at: /home/dev" + toolu_2_1:Bash exit 1 "Exit code 1\\nFAILED test_a"',
      "call_begins toolu_3_0:Bash",
      'calls_ended toolu_3_0:Bash exit 0 "ok"',
      'calls_ended toolu_3_0:Bash exit 0 "ok"',
      "call_begins toolu_4_0:Bash",
      'calls_ended toolu_4_0:Bash refused "PreToolUse:Bash hook error: exact repea"',
      "stop",
      "stop again",
      "session_end",
    ],
  ],
  [
    "codex",
    [
      "session_start startup",
      "prompt fix it",
      "call_begins exec-1:apply_patch",
      'calls_ended exec-1:apply_patch[edit] exit 0 "Success. Updated the following files:\\nA"',
      "call_begins exec-2:Bash",
      'calls_ended exec-2:Bash exit 1 "FAILED test_a\\n"',
      "call_begins exec-3:Bash",
      "call_begins exec-4:Bash",
      'calls_ended exec-4:Bash exit 0 "ok\\n"',
      "call_begins exec-5:apply_patch",
      "call_begins exec-6:Bash",
      "call_begins exec-7:Bash",
      'calls_ended call_5:apply_patch[edit] failed "Script failed\\nWall time 0.2 seconds\\nOut" + exec-6:Bash exit 3 "red\\n" + exec-7:Bash exit 0 ""',
      "call_begins exec-8:Bash",
      'stop | sleep 30; echo late + call_5:apply_patch[edit] failed "Script failed\\nWall time 0.2 seconds\\nOut" + exec-6:Bash exit 3 "red\\n"',
      'stop again | sleep 30; echo late + call_5:apply_patch[edit] failed "Script failed\\nWall time 0.2 seconds\\nOut" + exec-6:Bash exit 3 "red\\n"',
      "session_end",
    ],
  ],
  [
    "gemini-cli",
    [
      "session_start startup",
      "prompt fix it",
      "call_begins :run_shell_command",
      'calls_ended :run_shell_command exit 1 "FAILED test_a\\nExit Code: 1"',
      "call_begins :write_file",
      'calls_ended :write_file ? "Successfully created and wrote to new f"',
      "call_begins :run_shell_command",
      "stop",
      "prompt a re-check is owed",
      "stop again",
      "session_end",
    ],
  ],
  [
    "qwen-code",
    [
      "session_start startup",
      "prompt fix it",
      "call_begins call_1:run_shell_command",
      'calls_ended call_1:run_shell_command exit 1 "FAILED test_a\\nExit Code: 1"',
      'calls_ended call_1:run_shell_command exit 1 "FAILED test_a\\nExit Code: 1"',
      "-",
      "call_begins call_2:write_file",
      'calls_ended call_2:write_file ? "Successfully created and wrote to new f"',
      'calls_ended call_2:write_file ? "Successfully created and wrote to new f"',
      "-",
      "call_begins call_3:run_shell_command",
      'calls_ended call_3:run_shell_command refused "exact repeat refused"',
      "-",
      "stop",
      "prompt a re-check is owed: run the tests",
      "stop again",
    ],
  ],
  [
    "opencode",
    [
      "-",
      "-",
      "call_begins call_1:bash",
      'calls_ended call_1:bash exit 1 "FAILED test_a\\n"',
      "-",
      "-",
      "call_begins call_2:write",
      'calls_ended call_2:write[edit] ? "Wrote file successfully."',
      "-",
      "-",
      "call_begins call_3:bash",
      "-",
      "-",
      "-",
      "-",
      "stop",
      "-",
      "stop",
    ],
  ],
  [
    "pi",
    [
      "session_start startup",
      "prompt fix it",
      "call_begins call_1:bash",
      'calls_ended call_1:bash exit 1 "FAILED test_a"',
      "call_begins call_2:write",
      'calls_ended call_2:write ? "Successfully wrote to /home/dev/project"',
      "call_begins call_3:edit",
      'calls_ended call_3:edit failed "Could not find the exact text in /home/"',
      "call_begins call_4:bash",
      "stop",
      "stop",
      "session_end",
    ],
  ],
  [
    "copilot",
    [
      "session_start startup",
      "prompt fix it",
      "call_begins :Bash",
      'calls_ended :Bash exit 1 "FAILED test_a"',
      'calls_ended :Edit[edit] ? "File /home/dev/project/a.ts updated wit"',
      'calls_ended :Edit[edit] ? "Modified 1 file"',
      'calls_ended :Bash exit 1 "FAILED test_a"',
      "stop",
      'calls_ended :Bash exit 0 "Tests  12 passed (12)"',
      "stop again",
      "stop of agent-1",
      "session_end",
    ],
  ],
  [
    "cursor",
    [
      "session_start startup",
      "prompt fix it",
      "call_begins t1:Shell",
      'calls_ended t1:Shell failed "FAILED test_a"',
      'calls_ended t2:Write[edit] ? "{\\"file_path\\":\\"/home/dev/project/a.ts\\",\\""',
      'calls_ended t3:Shell refused "Hook denied: no"',
      'calls_ended t4:Shell interrupted "Command was aborted"',
      'calls_ended t5:Shell running ""',
      "stop",
      'calls_ended t6:Shell exit 0 "Tests  12 passed (12)"',
      "stop again",
      "-",
      "stop",
      "session_end",
    ],
  ],
]

test.each(OUTLINES)("reads what %s sends", (host, outline) => {
  const told = inputsOf(host).map((input) => hostAdapter(host).read(input, transcriptAt(input)))
  expect(told.map(lineOf)).toEqual(outline)
})

test.each(OUTLINES)("an event of %s tells whose it is", (host) => {
  const told = inputsOf(host).flatMap((input) => hostAdapter(host).read(input, null) ?? [])
  expect(new Set(told.map(({ session }) => session.cwd))).toEqual(new Set(["/home/dev/project"]))
  const own = told.filter(({ session }) => session.agent_id === "" && !session.session_id.endsWith("-child"))
  expect(new Set(own.map(({ session }) => session.session_id)).size).toBe(1)
})

function lineOf(told: ToldEvent | null): string {
  if (told === null) return "-"
  const { event, session, untold = [] } = told
  const whose = session.agent_id === "" ? "" : ` of ${session.agent_id}`
  switch (event.type) {
    case "session_start":
      return `${event.type} ${event.source}${whose}`
    case "prompt":
      return `${event.type} ${event.text}${whose}`
    case "call_begins":
      return `${event.type} ${callLine(event.call)}${whose}`
    case "calls_ended":
      return `${event.type} ${event.calls.map(callLine).join(" + ")}${whose}`
    case "stop":
      return `${event.type}${event.again ? " again" : ""}${event.pending.map((name) => ` | ${name}`).join("")}${whose}${untold.map((call) => ` + ${callLine(call)}`).join("")}`
    case "opened":
    case "accepted":
    case "notice":
    case "session_end":
      return `${event.type}${whose}`
  }
}

function callLine({ id, tool, status, exit_code, failed, observation, annotations }: HookCall): string {
  const ended = status ?? (exit_code === undefined ? (failed === true ? "failed" : "?") : `exit ${exit_code}`)
  const kind = annotations?.kind === undefined ? "" : `[${annotations.kind}]`
  const seen = observation === null ? "" : ` ${ended} ${JSON.stringify(observation.slice(0, 39))}`
  return `${id}:${tool}${kind}${seen}`
}
