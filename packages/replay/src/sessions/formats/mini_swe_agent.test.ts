import { expect, it } from "vitest"
import { outlineOf } from "../sessions.fixture.ts"

it("reads version 1: one command in a fence, or none", async () => {
  expect(await outlineOf("mini_swe_agent_1.traj.json")).toEqual([
    "run shop__shop-1 | mini_swe_agent_1.traj.json | mini-swe-agent | anthropic/claude-sonnet-4-20250514",
    "0: THOUGHT: test first.⏎⏎```bash⏎python -m pytest -q⏎``` (900 + 40)",
    '  0 bash {"command":"python -m pytest -q"} [] failed 1 > ============================= test session starts ==========…',
    "1: Two at once.⏎```bash⏎ls⏎```⏎```bash⏎pwd⏎```",
    "2: ```bash⏎sleep 100⏎```",
    '  2 bash {"command":"sleep 100"} [] failed > The last command <command>sleep 100</command> timed out and …',
    "3: ```bash⏎echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && cat pa…",
    '  3 bash {"command":"echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && ca… [] ok > diff --git a/cart.py b/cart.py',
  ])
})

it("reads version 2: tool calls of either interface", async () => {
  expect(await outlineOf("mini_swe_agent_2.traj.json")).toEqual([
    "run shop__shop-2 | mini_swe_agent_2.traj.json | mini-swe-agent | deepseek/deepseek-chat",
    "0: I look and test. (700 + 50)",
    '  0 bash {"command":"cat cart.py"} [] ok 0 > def total(items):',
    '  1 bash {"command":"pytest -q"} [] refused > <exception>action was not executed</exception>⏎<returncode>-…',
    "2: I am done.",
    "3: Tool call error:⏎⏎<error>⏎No tool calls found in the respons…",
    "4: Still done.",
    "5: I submit.",
    '  5 bash {"command":"echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"} [] ok 0 > ',
  ])
})
