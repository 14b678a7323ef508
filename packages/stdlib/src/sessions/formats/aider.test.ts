import { expect, it } from "vitest"
import { outlineOf } from "../sessions.fixture.ts"

it("reads every chat of a history", async () => {
  expect(await outlineOf("aider.chat.history.md")).toEqual([
    "run aider#2025-01-30 16:23:58 | aider.chat.history.md | aider | gpt-4o",
    "0: The total needs the tax:⏎⏎#### What changes⏎⏎> a quote of th… (13000 + 1200)",
    '  0 apply_edits {"files":[]} [edit] failed > The LLM did not conform to the edit format.⏎# 1 SEARCH/REPLA…',
    "1: I look again.⏎⏎cart.py⏎```python⏎<<<<<<< SEARCH⏎    return s… (2695 + 177)",
    '  1 apply_edits {"files":["cart.py"]} [edit] ok > Applied edit to cart.py',
    `  2 run {"command":"mkdir -p reports"} [] ok > mkdir: cannot create directory 'reports': File exists`,
    '  3 lint {"command":"pylint cart.py"} [] failed > ## Running: pylint cart.py⏎⏎cart.py:1:0: C0114: Missing modu…',
    "4: A docstring is not needed. (3100 + 12)",
    '  4 apply_edits {"files":["cart.py"]} [edit] ok > Applied edit to cart.py',
    '  5 test {"command":""} [] interrupted',
    "6: ",
    '  6 run {"command":"pytest -q"} [] interrupted',
    "run aider#2025-01-31 09:00:00 | aider.chat.history.md | aider | o1",
    "0: You are welcome. (100 + 5)",
  ])
})
