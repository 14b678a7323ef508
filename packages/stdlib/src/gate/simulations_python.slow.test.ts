import { spawnSync } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { gateOver, proposals, removeTemplates } from "./gate.fixture.ts"

afterAll(removeTemplates)

const hasPytest = spawnSync("python3", ["-m", "pytest", "--version"]).status === 0

const MODULE = "def f():\n    return 1\n\n\ndef g():\n    return 2\n"
const PROJECT = {
  "pyproject.toml": "[tool.pytest.ini_options]\npythonpath = ['.']\n",
  "m.py": MODULE,
  "tests/test_m.py":
    "from m import f, g\n\n\ndef test_f():\n    assert f() == 1\n\n\ndef test_g():\n    assert g() == 2\n",
}
const SUBTASK = { id: "T001-S01", title: "Change m", file_hints: ["m.py"] }

describe.skipIf(!hasPytest)("the simulations with pytest (needs python3 and pytest)", () => {
  it("A: flags a first subtask that breaks a test, by the name pytest gives it", async () => {
    const { root, gate, events, types } = await gateOver(PROJECT, { attempts: 1 })
    const outcome = await gate.submit(SUBTASK, proposals({ "m.py": MODULE.replace("return 1", "return 3") }))
    expect(outcome).toMatchObject({ status: "failed", attempts: 1 })
    expect(types()).toEqual(["critic_test_regression.fail", "worker.subtask.failed"])
    expect(events.find(({ type }) => type === "critic_test_regression.fail")).toMatchObject({
      attempt: 1,
      regressions: ["tests/test_m.py::test_f"],
      total_count: 1,
    })
    expect(await readFile(join(root, "m.py"), "utf8")).toBe(MODULE)
  })
})
