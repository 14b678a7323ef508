import { describe, expect, it } from "vitest"
import type { HookEvent } from "../events/host_event.ts"
import { ASKED, GREEN, lastReply, opened, ran, RED, stop, wrote } from "./fold.fixture.ts"

const KNOWN = opened({ known_checks: ["npm test"] })
const CODE = wrote("/work/src/sum.ts")
const FAILS = ran("npm test", 1, RED)
const PASSES = ran("npm test", 0, GREEN)
const VITEST_FAILS = ran(
  "npm test",
  1,
  " FAIL  src/sum.test.ts > adds\nAssertionError: expected 3 to be 4\n ❯ src/sum.test.ts:4:5\n\n Test Files  1 failed (1)\n      Tests  1 failed | 3 passed (4)",
)
const shell = (command: string, output = "") => ran(command, 0, output)

function endOf(events: readonly HookEvent[]): string | undefined {
  return lastReply([KNOWN, ASKED, ...events, stop()])
}

describe("a check of another form is one", () => {
  it.for<[string, readonly HookEvent[]]>([
    ["its report through tail", [CODE, shell("npm test 2>&1 | tail -5", GREEN)]],
    ["its report through tail after a failure", [CODE, FAILS, CODE, shell("npm test 2>&1 | tail -5", GREEN)]],
    ["pytest through tail", [CODE, shell("pytest -q | tail -3", "5 passed in 0.12s")]],
    ["TAP through grep", [CODE, shell("npm test | grep -E '^# '", "# pass 4\n# fail 0")]],
    ["go through tail", [CODE, shell("go test ./... | tail -3", "ok  \tx/y\t0.1s")]],
    ["cargo through tail", [CODE, shell("cargo test | tail -3", "test result: ok. 5 passed; 0 failed;")]],
    [
      "Maven through tail",
      [CODE, shell("mvn test | tail -9", "Tests run: 5, Failures: 0, Errors: 0\nBUILD SUCCESS")],
    ],
    ["a silent compiler through head", [CODE, shell("npx tsc --noEmit 2>&1 | head -20")]],
    ["a silent linter by its task", [CODE, shell("npm run lint 2>&1 | tail -5", "> x@1 lint\n> eslint .")]],
    ["a commit behind it", [CODE, shell("npm test && git commit -am x", `${GREEN}\n[main abc] x`)]],
    ["a pipe that keeps the exit code", [CODE, shell("set -o pipefail; npm test | tail -1", "ok")]],
    ["another task", [CODE, shell("npm run test:unit", GREEN)]],
    ["another package manager", [CODE, FAILS, CODE, shell("pnpm test", GREEN)]],
    ["the runner in place of the task", [CODE, VITEST_FAILS, CODE, shell("npx vitest run", GREEN)]],
    ["all tests where a part failed", [CODE, ran("npm test -- sum", 1, RED), CODE, PASSES]],
    ["the task where the runner failed", [CODE, ran("npx vitest run src/sum.test.ts", 1, RED), CODE, PASSES]],
    ["each part of a chain", [CODE, ran("npm run lint && npm test", 1, RED), shell("npm run lint"), PASSES]],
    ["a chain with it", [CODE, FAILS, CODE, shell("npm run lint && npm test", GREEN)]],
    ["a package of a monorepo", [wrote("/work/packages/a/x.ts"), shell("cd packages/a && npm test", GREEN)]],
  ])("%s", ([, events]) => {
    expect(endOf(events)).toBe("nothing")
  })
})

describe("what no check judges needs none", () => {
  it.for<[string, readonly HookEvent[]]>([
    ["prose", [wrote("/work/README.md")]],
    ["what a build writes", [PASSES, wrote("/work/dist/sum.js")]],
    ["lists of files to leave out", [wrote("/work/.gitignore"), wrote("/work/.env.example")]],
    ["lock files", [wrote("/work/pnpm-lock.yaml"), shell("npm install", "added 1 package")]],
    [
      "formatters",
      [CODE, PASSES, shell("gofmt -w main.go"), shell("black src/a.py"), shell("npx prettier --write .")],
    ],
    ["a linter that mends", [CODE, PASSES, shell("npx eslint --fix src/sum.ts")]],
    ["a build", [CODE, PASSES, shell("npm run build", "built")]],
    ["a report that a script writes", [shell("node scripts/report.js > report.json")]],
    ["a download", [shell("curl -o data.json https://example.com")]],
    ["drafts in a temp folder", [shell("cat > /tmp/a.py <<'EOF'\nprint(1)\nEOF")]],
    ["folders and empty files", [shell("mkdir -p src/new && touch src/new/a.ts")]],
    ["a commit that names a file", [CODE, PASSES, shell("git add src/sum.ts && git commit -m 'Fix sum.ts'")]],
    ["another branch", [CODE, PASSES, shell("git checkout other", "Switched to branch")]],
    ["code that only reads", [shell(`python -c 'print(open("a.py").read())'`)]],
  ])("%s", ([, events]) => {
    expect(endOf(events)).toBe("nothing")
  })
})

describe("what is tried is no check", () => {
  it.for<[string, readonly HookEvent[]]>([
    [
      "code in the command line",
      [CODE, PASSES, ran(`node -e "require('./x')"`, 1, "Error: Cannot find module './x'")],
    ],
    ["a server", [CODE, PASSES, ran("npm run dev", 1, "Error: listen EADDRINUSE")]],
    [
      "a script that failed before all checks passed",
      [CODE, ran("python reproduce.py", 1, "AssertionError"), PASSES],
    ],
    ["a search", [CODE, PASSES, ran("grep foo src", 1, "")]],
  ])("%s", ([, events]) => {
    expect(endOf(events)).toBe("nothing")
  })

  it("and nobody is asked to run a script again", () => {
    const script = ran("node reproduce.js", 0, "fine")
    expect(lastReply([opened(), ASKED, CODE, script, wrote("/work/src/sum.ts"), stop()])).toBe("nothing")
  })
})
