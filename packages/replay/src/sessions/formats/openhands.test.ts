import { expect, it } from "vitest"
import { outlineOf } from "../sessions.fixture.ts"

it("reads the event stream: calls of one response are one turn", async () => {
  expect(await outlineOf("openhands_stream.json")).toEqual([
    "run openhands_stream | openhands_stream.json | OpenHands | claude-3-7-sonnet-20250219",
    "0: I test and look. (5000 + 90)",
    '  0 execute_bash {"command":"pytest -q","is_input":"false"} [] failed 1 > ============================= test session starts ==========…',
    '  1 str_replace_editor {"path":"/workspace/cart.py","start":0,"end":-1,"view_range"… [read] ok >      1	def total(items):',
    "2: ",
    '  2 str_replace_editor {"path":"/workspace/cart.py","command":"str_replace","old_st… [edit] failed > ERROR:⏎No replacement was performed, old_str `sum(item)` did…',
    "3: ",
    '  3 execute_bash {"command":"npm start"} [] running > listening⏎[The command has no new output after 10 seconds.]',
    "4: The name is items.",
    '  4 think {"thought":"The name is items."} [think soft] ok > Your thought has been logged.',
    "5: I could not fix it.",
  ])
})

it("reads the output of a benchmark, a run a line, pairs of events too", async () => {
  expect(await outlineOf("openhands_output.jsonl")).toEqual([
    "run shop__shop-1 | openhands_output.jsonl | OpenHands | gpt-4o-2024-05-13",
    "0: I test and look.",
    '  0 run {"command":"pytest -q","is_input":"false"} [] failed 1 > ============================= test session starts ==========…',
    "run shop__shop-2 | openhands_output.jsonl | OpenHands | gpt-4o-2024-05-13",
    "0: ",
    '  0 str_replace_editor {"path":"/workspace/cart.py","command":"str_replace","old_st… [edit] failed > ERROR:⏎No replacement was performed, old_str `sum(item)` did…',
  ])
})

it("reads events of the SDK", async () => {
  expect(await outlineOf("openhands_sdk.jsonl")).toEqual([
    "run openhands_sdk | openhands_sdk.jsonl | OpenHands | -",
    "0: I test and look.",
    '  0 terminal {"command":"pytest -q","is_input":false,"timeout":null,"rese… [] failed 1 > ============================= test session starts ==========…',
    '  1 file_editor {"command":"view","path":"/workspace/cart.py"} [read] ok > def total(items):',
    "2: ",
    `  2 file_editor {"command":"str_replace","path":"/workspace/cart.py","old_st… [edit] failed > Error validating args for tool 'file_editor'`,
    "3: ",
    '  3 terminal {"command":"git push"} [] refused > not now',
    "4: ",
    '  4 task_tracker {"command":"plan","task_list":[]} [think soft] ok > Task list updated',
    "5: Not fixed.",
    "6: Anything else?",
  ])
})
