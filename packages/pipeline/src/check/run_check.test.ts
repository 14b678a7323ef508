import { join } from "node:path"
import { hostRunner } from "@proofloop/foundation/sandbox"
import { expect, test } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { type CheckRun, compareChecks, runCheck } from "./run_check.ts"

/** The result of a check with this output and this exit code. */
async function checkThat(prints: string, exit_code = 1): Promise<CheckRun> {
  const root = await folderWith({ "printed.txt": prints })
  const place = { root, runner: hostRunner(), problem: null }
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
