import { expect, it } from "vitest"
import { faultsOf, type Files, GO, jobOf, without, withWorkflow } from "./analyse.fixture.ts"
import { ci } from "./ci.ts"

it.each<readonly [what: string, files: Files, faults: readonly RegExp[]]>([
  [
    "CI that only builds",
    withWorkflow(jobOf("      - run: go build ./...\n")),
    [/ci\.yml no step of CI tests/],
  ],
  [
    "CI that calls a script which tests",
    { ...withWorkflow(jobOf("      - run: ./scripts/all.sh\n")), "scripts/all.sh": "go test ./...\n" },
    [],
  ],
  [
    "a workflow of another repository",
    withWorkflow("on: [push, pull_request]\njobs:\n  a:\n    uses: o/r/.github/workflows/x.yml@v1\n"),
    [],
  ],
  [
    "CI on tags alone",
    withWorkflow(
      "on:\n  push:\n    branches: [main]\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: go test\n",
    ),
    [/pull requests start no workflow/],
  ],
  [
    "a workflow that GitHub refuses",
    withWorkflow(jobOf("      - rnu: go test\n")),
    [/:6 jobs\.a/, /:6 jobs\.a/],
  ],
  [
    "Travis, which tests by itself",
    { ...without(GO, ".github/workflows/ci.yml"), ".travis.yml": "language: go\n" },
    [],
  ],
  [
    "Travis with a script of its own",
    { ...without(GO, ".github/workflows/ci.yml"), ".travis.yml": "language: go\nscript: make\n" },
    [/no step of CI tests/],
  ],
])("%s", async (_what, files, faults) => {
  const found = await faultsOf(ci, files)
  expect(found).toEqual(faults.map((fault): unknown => expect.stringMatching(fault)))
})
