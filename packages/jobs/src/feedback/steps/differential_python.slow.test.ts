import { spawnSync } from "node:child_process"
import type { EditHunk } from "@proofloop/stdlib/internal"
import { describe, expect, it } from "vitest"
import { runDifferential } from "./differential.ts"
import { makeFix } from "./fix.ts"
import { fixBranch } from "./fix_branch.ts"
import { sharedRepository } from "./fixing.fixture.ts"
import { HOST_ROOMS } from "./rooms.fixture.ts"
import { writeRegressionTest } from "./write_test.ts"

const hasPytest = spawnSync("python3", ["-m", "pytest", "--version"]).status === 0
if (!hasPytest)
  process.stderr.write("skipped: python3 has no pytest, the differential in Python is not tested\n")

describe.skipIf(!hasPytest)("the differential with pytest (needs python3 and pytest)", () => {
  const repository = sharedRepository({
    "src/calc.py": "def add(a, b):\n    return a - b\n",
    "pyproject.toml": '[project]\nname = "calc"\n',
  })

  const fixing = {
    path: "src/calc.py",
    old_string: "a - b",
    new_string: "a + b\n\n\ndef sub(a, b):\n    return a - b",
  }

  async function differential(id: string, content: string, edits: readonly EditHunk[] = [fixing]) {
    const { root, base } = repository
    const branch = fixBranch(id)
    const { commit } = await makeFix({ root, base_commit: base, branch, edits })
    const proposed = { path: `tests/test_${id}.py`, content }
    const test = await writeRegressionTest({
      rooms: HOST_ROOMS,
      root,
      branch,
      fix_commit: commit,
      test: proposed,
    })
    return runDifferential({ rooms: HOST_ROOMS, root, base_commit: base, fix_commit: test.commit, test })
  }

  it("holds for a test that fails by an assertion; modules in src are those of the tree", async () => {
    const ran = await differential(
      "good",
      "from calc import add\n\n\ndef test_sum():\n    assert add(1, 2) == 3\n",
    )
    expect(ran.reason).toBe("")
    expect(ran).toMatchObject({
      verified: true,
      base: { outcome: "fail", exit_code: 1 },
      fix: { outcome: "pass" },
    })
  })

  it("what the runner loads beside the test is no fix: the base gets it as well", async () => {
    const test = "from calc import add\n\n\ndef test_sum():\n    assert add(1, 2) == 3\n"
    const patched = { old_string: "", new_string: "import calc\n\ncalc.add = lambda a, b: a + b\n" }
    const ran = await differential("harness", test, [{ path: "tests/conftest.py", ...patched }])
    expect(ran).toMatchObject({ verified: false, base: { outcome: "pass" }, fix: { outcome: "pass" } })
  })

  it("an import that only the fix has is an error, not a failure", async () => {
    const ran = await differential(
      "import",
      "from calc import sub\n\n\ndef test_sub():\n    assert sub(3, 2) == 1\n",
    )
    expect(ran).toMatchObject({
      verified: false,
      base: { outcome: "error", exit_code: 2 },
      fix: { outcome: "pass" },
    })
    expect(ran.reason).toContain("on the base: no test ran: ImportError")
  })
})
