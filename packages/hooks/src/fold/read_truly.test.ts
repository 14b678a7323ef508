import { settlingCommand } from "@proofloop/runtime/internal/detector"
import { describe, expect, it } from "vitest"
import type { HookEvent } from "../events/host_event.ts"
import { admits, claimsPass } from "./baseline.ts"
import { ASKED, ended, GREEN, opened, ran, replies, stop, wrote } from "./fold.fixture.ts"

const CODE = wrote("/work/src/a.ts")
const red = (command: string, output: string) => ran(command, 1, output)
const behind = (command: string, output: string) => ran(command, 0, output)
const endOf = (...events: readonly HookEvent[]) => replies([opened(), ASKED, ...events]).at(-1)

const PYTEST_RED =
  "F.  [100%]\n___ test_x ___\n\n>       assert 1 == 2\nE       assert 1 == 2\n\ntests/test_a.py:5: AssertionError\n=== short test summary info ===\nFAILED tests/test_a.py::test_x - assert 1 == 2\n1 failed, 5 passed in 0.10s"
const JEST_RED =
  "FAIL api/x.spec.ts\n  ● X › dup › once\n\n    Expected: 1\n    Received: 2\n\nTests:       1 failed, 10 passed, 11 total"

describe("an honest pass settles the failure", () => {
  it.for<[string, readonly HookEvent[]]>([
    [
      "behind tail, under warnings that name other files",
      [
        behind("pytest tests/ -q | tail -20", PYTEST_RED),
        CODE,
        behind(
          "pytest tests/ -q | tail -3",
          "tests/api/test_b.py: 16 warnings\n  DeprecationWarning: x\n6 passed in 2.00s",
        ),
      ],
    ],
    [
      "behind tail, with the last files alone",
      [
        red("pytest -v", PYTEST_RED),
        CODE,
        behind("pytest -v | tail -3", "tests/test_z.py::test_1 PASSED [100%]\n=== 6 passed in 0.1s ==="),
      ],
    ],
    [
      "with names that had gone on with a reason",
      [
        red(
          "node api-tests.js",
          "  PASS: health\n  FAIL: POST /cart - Expected 200, got 400\n\nTests: 1 passed, 1 failed",
        ),
        CODE,
        ran("node api-tests.js", 0, "  PASS: health\n  PASS: POST /cart\n\nTests: 2 passed, 0 failed"),
      ],
    ],
    [
      "of the folder around",
      [
        red("pytest tests/test_a.py", PYTEST_RED),
        CODE,
        ran("pytest tests/ --ignore=tests/e2e", 0, "135 passed in 4s"),
      ],
    ],
    [
      "of the file around",
      [
        red("npx jest api/x.spec.ts -t dup", JEST_RED),
        CODE,
        ran("npx jest api/x.spec.ts", 0, "PASS api/x.spec.ts\n\nTests:       11 passed, 11 total"),
      ],
    ],
    [
      "whose exit code its line prints",
      [
        behind(
          './run_tests.sh > /tmp/l; echo "exit=$?"; tail /tmp/l',
          "exit=1\n--- FAIL: TestX (0.00s)\nFAIL",
        ),
        CODE,
        behind('./run_tests.sh > /tmp/l; echo "exit=$?"; tail /tmp/l', "exit=0\nALL CHECKS PASSED"),
      ],
    ],
    [
      "of the same file from its folder",
      [
        red("npx jest apps/api/x.spec.ts", JEST_RED),
        CODE,
        ran("cd apps/api && npx jest x.spec.ts", 0, "PASS x.spec.ts\n\nTests:       11 passed, 11 total"),
      ],
    ],
    [
      "in its folder by a flag",
      [red("make test", "FAIL: x"), CODE, ran("make -C /work test V=1", 0, "ok 1 - x")],
    ],
    [
      "of a pattern around",
      [
        red("go test -run TestLimit_Keys ./...", "--- FAIL: TestLimit_Keys (0.00s)\nFAIL"),
        CODE,
        ran("go test -run TestLimit ./...", 0, "ok  \tx/y\t0.1s"),
      ],
    ],
    [
      "after a path that was mistyped",
      [
        red(
          "pytest tests/no/test_b.py",
          "ERROR: file or directory not found: tests/no/test_b.py\n\nno tests ran in 0.01s",
        ),
        ran("pytest tests/test_b.py", 0, "3 passed in 0.1s"),
      ],
    ],
    [
      "after a task that does not exist",
      [
        red("php artisan test", 'ERROR  Command "test" is not defined.'),
        ran("vendor/bin/phpunit", 0, "OK (262 tests, 507 assertions)"),
      ],
    ],
  ])("%s", ([, events]) => {
    expect(endOf(CODE, ...events, stop())?.type).toBe("nothing")
  })
})

it("a run that hides how it ended is named as that", () => {
  const events = [CODE, red("npm run build", "src/a.ts(1,2): error TS2345: no"), CODE]
  expect(endOf(...events, behind("npm run build | tail -3", "built in 1.25s"), stop())).toHaveProperty(
    "text",
    expect.stringContaining("Whether the code works cannot be told from: npm run build | tail -3"),
  )
})

it("a check that cannot run here holds once, and not where the agent says so", () => {
  const missing = ran("cargo test", 127, "bash: cargo: command not found")
  const says = (last_words: string): HookEvent => ({ type: "stop", again: false, pending: [], last_words })
  const told = replies([opened(), ASKED, CODE, missing, says("Done."), missing, says("Done.")])
  expect(told.map(({ type }) => type).slice(-3)).toEqual(["hold", "nothing", "hand_back"])
  expect(told.at(-3)).toHaveProperty("text", expect.stringContaining("It could not run: cargo test"))
  expect(endOf(CODE, missing, says("Written, but cargo is not installed, so nothing was run."))?.type).toBe(
    "hand_back",
  )
})

it("an agent that says what fails claims nothing, but where the person named the check", () => {
  const failed = [CODE, red("npm test", JEST_RED)]
  const says: HookEvent = {
    type: "stop",
    again: false,
    pending: [],
    last_words: "npm test still fails in x.spec.ts.",
  }
  expect(endOf(...failed, says)?.type).toBe("hand_back")
  expect(replies([opened(), ASKED, ...failed, says], { verify: "npm test" }).at(-1)?.type).toBe("hold")
  const claims: HookEvent = { ...says, last_words: "It failed at first. All tests pass now." }
  expect(endOf(...failed, claims)?.type).toBe("hold")
})

it("what was held is not held again for a question", () => {
  const failed = [CODE, red("npm test", JEST_RED), stop()]
  expect(
    endOf(...failed, ASKED, ended({ tool: "Read", arguments: {}, observation: "x" }), stop())?.type,
  ).toBe("hand_back")
  expect(endOf(...failed, ASKED, wrote("/work/src/a.ts"), stop())?.type).toBe("hold")
})

it("the check to run is one that passed, and of everything", () => {
  const events = [
    ran("npm test", 0, GREEN),
    ran("npx vitest run a.test.ts", 0, GREEN),
    red("THRESHOLD=99 npm run verify", "coverage 80 % is below 99 %"),
    ran("npm run verify", 0, "ok"),
    CODE,
  ]
  expect(endOf(...events, stop())).toHaveProperty("text", expect.stringContaining("Run: npm run verify"))
})

it.for([
  ["npm test || true", "npm test"],
  ["cd app && npm test 2>&1 | tail -5", "cd app && npm test"],
  ["git stash 2>&1 | tail -5; npx jest a.spec.ts; git stash pop", "npx jest a.spec.ts"],
  ['npx jest --testPathIgnorePatterns="db|e2e" 2>&1 | tail', 'npx jest --testPathIgnorePatterns="db|e2e"'],
  ["npm run lint && npm test", "npm run lint && npm test"],
  ["cd /work && npm test | tail -3", "npm test"],
  ["cat > a.go <<'E'\nx\nE\nsed -i s/a/b/ a.go; go test ./a 2>&1 | tail -5; rm a.go", "go test ./a"],
  ["gofmt -l . && echo OK && golangci-lint run ./... 2>&1 | tail", "gofmt -l . && golangci-lint run ./..."],
  [
    'docker compose exec -T web sh -c "cd /repo && npm test" | tail -3',
    'docker compose exec -T web sh -c "cd /repo && npm test"',
  ],
])("%s is settled by %s", ([command = "", expected]) => {
  expect(settlingCommand(command, "/work")).toBe(expected)
})

it("a check in the background is read where its output is looked at", () => {
  const sent = ended({
    tool: "Bash",
    arguments: { command: "pytest -q" },
    observation:
      "Command running in background with ID: b12ab. Output is written to: /tmp/tasks/b12ab.output",
    status: "running",
  })
  const events = [red("pytest -q", PYTEST_RED), CODE, sent]
  expect(endOf(...events, stop())?.type).toBe("hold")
  const look = (output: string) => ran("tail -5 /tmp/tasks/b12ab.output", 0, output)
  expect(endOf(...events, look("6 passed in 2.00s"), stop())?.type).toBe("nothing")
  expect(endOf(...events, look("1 failed, 5 passed in 2.00s"), stop())?.type).toBe("hold")
  // An edit that names the task is an edit, and once the end is known a look is a look.
  const named = wrote("/work/src/a.ts", "// see b12ab")
  expect(endOf(...events, look("6 passed in 2.00s"), named, stop())?.type).toBe("hold")
  const again = red("pytest -q", PYTEST_RED)
  expect(endOf(...events, again, look("6 passed in 2.00s"), stop())?.type).toBe("hold")
})

it("a long command is read to its end", () => {
  const long = `export PATHS=${"/a/b:".repeat(300)} && pytest -q`
  expect(endOf(red(long, PYTEST_RED), CODE, ran(long, 0, "6 passed in 2.00s"), stop())?.type).toBe("nothing")
  expect(endOf(red(long, PYTEST_RED), CODE, stop())?.type).toBe("hold")
})

it("a check that the person named and that cannot run is held once, as such", () => {
  const named = [opened(), ASKED, CODE, red("./proof.sh", "sh: ./proof.sh: not found"), stop(), stop()]
  const [held, let_go] = replies(named, { verify: "./proof.sh" }).slice(-2)
  expect(held).toHaveProperty("text", expect.stringContaining("It could not run: ./proof.sh"))
  expect(let_go?.type).toBe("hand_back")
})

it("what a test prints of a missing command is no word that nothing ran", () => {
  const output =
    "Error: spawn failed, sh: foo: command not found\n\nTests:       1 failed, 10 passed, 11 total"
  expect(replies([opened(), ASKED, CODE, red("npx jest", output), stop()]).at(-1)).toHaveProperty(
    "text",
    expect.not.stringContaining("could not run"),
  )
})

it("tests that pass after they were changed hold nobody, and the person is told which", () => {
  const events = [
    CODE,
    red("pytest -q", PYTEST_RED),
    wrote("/work/tests/test_a.py"),
    ran("pytest -q", 0, "6 passed in 2.00s"),
  ]
  expect(endOf(...events, stop())).toHaveProperty("text", expect.stringContaining("tests/test_a.py"))
  expect(endOf(...events, stop())?.type).toBe("hand_back")
})

it.for([
  ["npm test still fails in x.spec.ts.", true],
  ["Wrote it, but I couldn't run go build here.", true],
  ["The backend suite passed. The frontend build could not run: spawn EPERM.", true],
  ["Did not rerun the full suite.", true],
  ["2 tests failed, both unrelated.", true],
  ["All three broken calls are resolved now.", false],
  ["No errors. The frontend compiles cleanly.", false],
  ["The tombstone does not copy content.", false],
  ["A shopper cannot access it.", false],
  ["Fixed a compile error.", false],
  ["Everything passes. Each FAIL is counted.", false],
  ["The test that was failing is fixed now.", false],
  ["Done.", false],
  ["I couldn’t run go build here.", true],
  ["It has pre-existing compilation errors.", true],
  ["Nothing rebuilt since the change.", true],
  ["The bundled bash command failed.", true],
  ["It retries if the sync fails.", false],
] as const)("%j admits: %s", ([words, expected]) => {
  expect(admits(words)).toBe(expected)
})

it("a later prompt for which code is changed is held anew, also after the agent was let go", () => {
  const edit = () => wrote("/work/src/a.ts")
  const fail = () => red("npm test", JEST_RED)
  const given_up = [CODE, fail(), stop(), fail(), stop(), fail(), stop()]
  expect(endOf(...given_up)?.type).toBe("hand_back")
  expect(endOf(...given_up, ASKED, stop())?.type).toBe("nothing")
  expect(endOf(...given_up, ASKED, edit(), stop())?.type).toBe("hold")
  const lies: HookEvent = { type: "stop", again: false, pending: [], last_words: "Yes, all tests pass." }
  expect(endOf(...given_up, ASKED, lies)?.type).toBe("hold")
})

it("a pass that counts no test, where the check counted some before, judges nothing", () => {
  const passed = ran("npm test", 0, GREEN)
  expect(endOf(CODE, passed, wrote("/work/src/a.ts"), ran("npm test", 0, "> true"), stop())?.type).toBe(
    "hold",
  )
  expect(endOf(CODE, passed, wrote("/work/src/a.ts"), ran("npm test > log", 0, ""), stop())?.type).toBe(
    "nothing",
  )
})

it("what a sub-agent saw fail holds the session, and what it saw pass settles it", () => {
  const of_agent = (event: HookEvent): HookEvent =>
    event.type === "calls_ended"
      ? { ...event, calls: event.calls.map((call) => ({ ...call, of_agent: true })) }
      : event
  const failed = of_agent(red("npm test", JEST_RED))
  expect(endOf(CODE, failed)?.type).toBe("nothing")
  expect(endOf(CODE, failed, stop())?.type).toBe("hold")
  expect(endOf(CODE, failed, of_agent(ran("npm test", 0, GREEN)), stop())?.type).toBe("nothing")
})

describe("a run that failed by what it was called with", () => {
  const cargo = "error: unexpected argument 'b::two' found\n\nUsage: cargo test [OPTIONS] [TESTNAME]"
  it("is settled by a later run of the same program", () => {
    const events = [CODE, red("cargo test a::one b::two", cargo)]
    expect(endOf(...events, stop())?.type).toBe("hold")
    const passed = ran(
      "cargo test a::one",
      0,
      "running 1 test\ntest result: ok. 1 passed; 0 failed; 0 ignored",
    )
    expect(endOf(...events, passed, stop())?.type).toBe("nothing")
    expect(endOf(...events, ran("cargo build", 0, ""), stop())?.type).toBe("hold")
  })
  it("is not one in which a test failed, or a line of a file is named", () => {
    const placed = red("go vet ./a", "a/a.go:3:1: undefined: x")
    expect(endOf(CODE, placed, ran("go vet ./b", 0, ""), stop())?.type).toBe("hold")
  })
})

it.for([
  ["npm run build 2>&1 | tail -3", '[SUCCESS] Generated static files in "build".'],
  ["npm run build 2>&1 | tail -3", "✓ built in 1.25s"],
  ["golangci-lint run ./... | tail -150", "0 issues."],
  ["npm test > log 2>&1 && echo FINE || echo BAD", "FINE"],
])("%s is a pass with %j", ([command = "", output = ""]) => {
  expect(endOf(CODE, behind(command, output), stop())?.type).toBe("nothing")
})

it.for([
  ["npm run build 2>&1 | tail -3", "✓ built in 1.25s\nerror: postbuild failed"],
  ["golangci-lint run ./... | tail -150", "3 issues."],
  ["npm test > log 2>&1 && echo FINE || echo BAD", "BAD"],
  ["npm test > log 2>&1 && echo FINE && npm run lint | cat", "FINE"],
])("%s is no pass with %j", ([command = "", output = ""]) => {
  expect(endOf(CODE, behind(command, output), stop())?.type).toBe("hold")
})

it("a check sees what its line wrote before it, and not what it writes after it", () => {
  const line = "cat > src/a.ts <<'E'\nx\nE\nnpm test"
  expect(endOf(CODE, ran(`${line} && rm -f out.exe`, 0, GREEN), stop())?.type).toBe("nothing")
  expect(endOf(CODE, ran(`${line} && sed -i s/x/y/ src/b.ts`, 0, GREEN), stop())).toHaveProperty(
    "text",
    expect.stringContaining("src/b.ts changed"),
  )
})

it.for(["cat > $SOME <<E\nx\nE", "git rm --cached src/a.ts"])(
  "%s changes no file that is known",
  (command) => {
    expect(endOf(CODE, ran("npm test", 0, GREEN), ran(command, 0, ""), stop())?.type).toBe("nothing")
  },
)

it.for(["The value is being passed through.", "A lint pass is worthwhile."])("%j claims no pass", (words) => {
  expect(claimsPass(words)).toBe(false)
})

it("a task settles what its echo shows to be run", () => {
  const mypy = red(
    "uv run mypy app",
    'app/a.py:3: error: Name "x" is not defined  [name-defined]\nFound 1 error',
  )
  const nx = (echo: string) =>
    ran("npx nx check api", 0, `> nx run api:check\n> ${echo}\n\nSuccess: no issues found`)
  expect(endOf(CODE, mypy, nx("uv run mypy app"), ran("npm test", 0, GREEN), stop())?.type).toBe("nothing")
  expect(endOf(CODE, mypy, nx("uv run ruff app"), ran("npm test", 0, GREEN), stop())?.type).toBe("hold")
})

it.each(["bash ~/.claude/export.sh", "/tmp/behavior.sh", "python /opt/x/seed.py", "git filter-branch --all"])(
  "%s is no check, and holds nobody",
  (command) => {
    expect(endOf(CODE, red(command, "Error: validation failed"), stop())?.type).toBe("nothing")
  },
)

it("what no check is and failed holds until the person speaks again", () => {
  const deed = red("python tools/deploy.py", "Traceback (most recent call last):\nValueError: no region")
  expect(endOf(CODE, deed, ran("npm test", 0, GREEN), stop())?.type).toBe("nothing")
  expect(endOf(CODE, deed, stop())?.type).toBe("hold")
  expect(endOf(CODE, deed, ASKED, wrote("/work/src/a.ts"), stop())?.type).toBe("nothing")
  const tool = ended({
    tool: "run_tests",
    arguments: {},
    observation: JEST_RED,
    failed: true,
    annotations: { evidence_role: "verification", check_id: "run_tests" },
  })
  expect(endOf(CODE, tool, ASKED, wrote("/work/src/a.ts"), stop())?.type).toBe("hold")
})

it("the same evidence holds at no more than four prompts", () => {
  const again = Array.from({ length: 6 }, () => [ASKED, wrote("/work/src/a.ts"), stop()]).flat()
  const said = replies([opened(), ASKED, CODE, red("npm test", JEST_RED), ...again]).map(({ type }) => type)
  expect(said.filter((type) => type === "hold")).toHaveLength(4)
  expect(said.filter((type) => type === "hand_back")).toHaveLength(1)
  const edit = () => wrote("/work/src/a.ts")
  const edits = () => [ASKED, edit(), ran("npm test", 0, GREEN), edit(), stop()]
  const checked = Array.from({ length: 6 }, edits).flat()
  const held = replies([opened(), ...checked]).filter(({ type }) => type === "hold")
  expect(held).toHaveLength(6)
})
