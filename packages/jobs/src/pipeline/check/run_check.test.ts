import { join } from "node:path"
import { hostRunner } from "@proofloop/foundation/sandbox"
import { expect, test } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { type CheckRun, compareChecks, runCheck } from "./run_check.ts"

/** The result of a check with this output and this exit code. */
async function checkThat(prints: string, exit_code = 1, problem: string | null = null): Promise<CheckRun> {
  const root = await folderWith({ "printed.txt": prints })
  const place = { root, runner: hostRunner(), problem }
  const command = `cat ${JSON.stringify(join(root, "printed.txt"))}; exit ${exit_code}`
  return runCheck(place, { command, timeout_ms: 20_000, signal: new AbortController().signal })
}

const CARGO = [
  "error: failed to get `serde` as a dependency of package `itoa v1.0.15 (/tree)`",
  "",
  "Caused by:",
  "  download of config.json failed",
  "  [6] Could not resolve hostname (Could not resolve host: index.crates.io)",
].join("\n")
const MAVEN =
  "[ERROR] Failed to execute goal on project javapoet: Could not resolve dependencies for project com.squareup:javapoet:jar:1.14.0: Could not transfer artifact junit:junit:pom:4.13 from/to central: repo.maven.apache.org: Temporary failure in name resolution"
const NPM = "sh: 1: vitest: not found"

test.each([
  ["cargo", CARGO],
  ["maven", MAVEN],
  ["npm", NPM],
])("%s without what cannot be downloaded says nothing of the code", async (_tool, prints) => {
  const run = await checkThat(prints)
  expect(run).toMatchObject({ outcome: "unable", failing: [], tests_run: null, exit_code: 1 })
  expect(run.reason).toContain("lacks something outside the code")
  expect(compareChecks(run, run).verdict).toBe("unable")
})

test("a check that names what fails is red, whatever else it lacks", async () => {
  const named = await checkThat(
    `TAP version 13\nnot ok 1 - a discount is taken off\n1..1\n# fail 1\n${NPM}\n`,
  )
  expect(named.outcome).toBe("red")
  expect(named.failing.join(" ")).toContain("a discount is taken off")
  const unnamed = await checkThat("it broke")
  expect(unnamed).toMatchObject({ outcome: "red", reason: "" })
  expect(unnamed.failing.join(" ")).toContain("unparsed-failure")
})

const PYTEST = `============================= test session starts ==============================
collected 0 items / 1 error

==================================== ERRORS ====================================
___________________________ ERROR collecting test.py ___________________________
ImportError while importing test module '/tree/test.py'.
Traceback:
test.py:9: in <module>
    from slugify import slugify
slugify/slugify.py:10: in <module>
    import MODULE
E   ModuleNotFoundError: No module named 'MODULE'
=========================== short test summary info ============================
ERROR test.py
=============================== 1 error in 0.12s ===============================
`

test("a module of others that is missing says nothing of the code, and an own one does", async () => {
  const foreign = await checkThat(PYTEST.replaceAll("MODULE", "text_unidecode"), 2)
  expect(foreign).toMatchObject({ outcome: "unable", failing: [] })
  expect(foreign.reason).toMatch(
    /lacks something outside the code: the module text_unidecode, which "pip install text_unidecode" may bring; --setup /,
  )
  // The tree has a file of this name.
  const own = await checkThat(PYTEST.replaceAll("MODULE", "printed.tables"), 2)
  expect(own).toMatchObject({ outcome: "red", reason: "" })
})

test("a change that asks for a module nobody has is worse than before", async () => {
  const before = await checkThat("1 passed in 0.1s", 0)
  const now = await checkThat(PYTEST.replaceAll("MODULE", "made_up"), 2)
  expect(compareChecks({ ...before, outcome: "green" }, now).verdict).toBe("worse")
})

test("a red check in which no test ran says nothing where the set-up failed, or where it asks git", async () => {
  const load =
    "ImportError while loading conftest 'conftest.py'.\nE   ImportError: cannot import name 'a' from 'b'\n"
  expect((await checkThat(load, 4)).outcome).toBe("red")
  const unable = await checkThat(load, 4, "the set-up failed: no network")
  expect(unable).toMatchObject({ outcome: "unable", failing: [] })
  expect(unable.reason).toMatch(/ran no test; the set-up failed: no network$/)
  const failed = await checkThat("not ok 1 - adds\n1..1\n# tests 1\n# pass 0\n# fail 1\n", 1, "no network")
  expect(failed.outcome).toBe("red")
  const git = await checkThat(
    "Error: Command failed: git remote -v\nfatal: not a git repository (or any parent)\n",
  )
  expect(git.reason).toContain("it asks git")
})
