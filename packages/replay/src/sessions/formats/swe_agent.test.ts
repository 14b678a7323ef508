import { expect, it } from "vitest"
import { outlineOf } from "../sessions.fixture.ts"

it("reads actions of its shell, lines and all", async () => {
  expect(await outlineOf("swe_agent_0.traj")).toEqual([
    "run swe_agent_0 | swe_agent_0.traj | SWE-agent | -",
    "0: DISCUSSION⏎Find it.⏎",
    '  0 find_file {"command":"find_file \\"cart.py\\""} [search] ok > Found 1 matches for "cart.py" in /shop:⏎/shop/cart.py',
    "1: Open it.",
    '  1 open {"command":"open cart.py"} [read] ok > [File: /shop/cart.py (2 lines total)]⏎1:def total(items):⏎2:…',
    "2: Edit it.",
    '  2 edit {"command":"edit 2:2\\n    return sum(items * 1.19\\nend_of_ed… [edit] failed > Your proposed edit has introduced new syntax error(s). Pleas…',
    "3: Test it.",
    '  3 cd {"command":"cd tests && python -m pytest -q"} [] failed > ============================= test session starts ==========…',
    "4: I think I am done.",
    "5: Submit.",
    '  5 submit {"command":"submit"} [think] ok > diff --git a/cart.py b/cart.py',
  ])
})

it("reads version 1, whose list of messages is not a list of steps", async () => {
  expect(await outlineOf("swe_agent_1.traj")).toEqual([
    "run swe_agent_1 | swe_agent_1.traj | SWE-agent | claude-sonnet-4-20250514",
    "0: I look.",
    '  0 str_replace_editor {"command":"str_replace_editor view /testbed/cart.py --view_… [read] ok > Here\'s the result of running `cat -n` on /testbed/cart.py:\r⏎…',
    "1: I edit.",
    '  1 str_replace_editor {"command":"str_replace_editor str_replace /testbed/cart.py … [edit] ok > The file /testbed/cart.py has been edited.',
  ])
})
