import { describe, expect, it } from "vitest"
import { normaliseCommand } from "./normalise_command.ts"
import { readCommand } from "./read_command.ts"

const idOf = (command: string): string | undefined => readCommand(command).check?.check_id

describe("what changes or moves by itself", () => {
  it("takes a bisection for a change, and a queue for polling", () => {
    expect(readCommand("git bisect good")).toMatchObject({ role: "mutation", writes: true })
    expect(readCommand("squeue -u dev")).toMatchObject({ role: "observation", polling: true })
  })
})

describe("readCommand", () => {
  it.each([
    ["vitest", "vitest"],
    ["npx vitest run", "vitest"],
    ["npx -y vitest run src/a.test.ts --reporter=dot", "vitest src/a.test.ts"],
    ["./node_modules/.bin/vitest", "vitest"],
    ["node node_modules/.bin/jest a", "jest a"],
    ["pnpm vitest run", "vitest"],
    ["pnpm exec vitest run", "vitest"],
    ["yarn dlx mocha", "mocha"],
    ["CI=1 FOO=bar npx jest", "jest"],
    ["timeout 60 npx jest", "jest"],
    ["timeout -k 5 60s npx jest", "jest"],
    ["cd app && npx jest", "jest (in app)"],
    ["(npx jest)", "jest"],
    ["npx jest 2>&1 > out.log", "jest"],
    ["pytest -q tests/test_a.py::test_b", "pytest tests/test_a.py::test_b"],
    ["python3 -m pytest -k adds", "pytest -k adds"],
    ["uv run pytest", "pytest"],
    ["python -m unittest discover", "unittest discover"],
    ["npm test", "npm-test"],
    ["npm run test:unit", "npm-test:unit"],
    ["npm --silent run build", "npm-build"],
    ["npm t", "npm-test"],
    ["yarn lint", "yarn-lint"],
    ["bun test a.test.ts", "bun-test a.test.ts"],
    ["node --test", "node-test"],
    ["node --test test/a.js", "node-test test/a.js"],
    ["go test ./...", "go-test ./..."],
    ["cargo build", "cargo-build"],
    ["./gradlew :app:test", "gradlew-:app:test"],
    ["make -j8 test", "make-test"],
    ["python manage.py test shop", "manage.py-test shop"],
    ["npx tsc --noEmit", "tsc"],
    ["tsc -p tsconfig.json", "tsc -p tsconfig.json"],
    ["npx vitest -t 'a|b'", "vitest -t 'a|b'"],
    ["npx jest src(1)a", "jest src(1)a"],
    ["true; (npx jest )", "jest"],
    ["npx jest >> out.log", "jest"],
    ["npm test &> out.log", "npm-test"],
    ["mocha --test a.js", "mocha a.js"],
    ["./check", "check"],
    ["node run_tests.js", "run_tests.js"],
    ["node run_tests.mjs", "run_tests.mjs"],
    ["tsx run_tests.ts a", "run_tests.ts a"],
    ["./run_tests.sh", "run_tests.sh"],
    ["bash scripts/test.sh fast", "test.sh fast"],
    ["./tests/runtests.py queries", "runtests.py queries"],
    ["python test_fix.py", "test_fix.py"],
    ["npm run lint && npm test", "npm-lint && npm-test"],
    ["npx vitest run -t 'adds | subtracts; all'", "vitest -t 'adds | subtracts; all'"],
  ])("knows %s", (command, check_id) => {
    expect(idOf(command)).toBe(check_id)
  })

  it.each([
    "",
    "ls -la",
    "cat tests/test_a.py",
    "grep -rn test src | head",
    "git checkout test.py",
    "sed -i s/a/b/ test_a.py",
    "echo npm test",
    "npm install",
    "npm ci",
    "npm run dev",
    "make clean",
    "go mod tidy",
    "cargo add vitest",
    "python reproduce.py",
    "node server.js",
    "chmod +x ./run_tests.sh",
    "ls | vitest-logs",
    "tail -f vitest",
    "constructor",
    "npm",
    "verify",
    "bash run_tests.shx",
    "xpnpm vitest",
    "pnpmx vitest",
    "echo 'a && npm test'",
  ])("leaves %s alone", (command) => {
    expect(readCommand(command).check).toBeNull()
  })

  it.each([
    ["npm test | tail -20", true],
    ["npm test 2>&1 | tee log", true],
    ["npm test || true", true],
    ["npm test; echo done", true],
    ["npm test\necho done", true],
    ["npm test", false],
    ["npm test;", false],
    ["npm test; ", false],
    ["cd app; npm test", false],
    ["npm test && echo done", false],
    ["npm run build | tail; npm test", false],
    ["set -o pipefail; npm test | tail", false],
    ["npx vitest run -t 'a | b'", false],
  ])("knows whether the exit code is the check's own: %s", (command, hidden) => {
    expect(readCommand(command).check?.exit_code_hidden).toBe(hidden)
  })
})

describe("a runner that judges nothing", () => {
  it.each([
    "npm test -- --help",
    "pytest --collect-only",
    "npx jest --listTests",
    "cargo test --no-run",
    "vitest --version",
    "npm test --if-present",
    "npm test > log 2>&1 &",
    "npm test&",
    "npm test& ",
  ])("%s is no check", (command) => {
    expect(readCommand(command).check).toBeNull()
  })
})

describe("normaliseCommand", () => {
  it.each([
    [" npm  test ", "npm test"],
    ["npm\t \ttest", "npm test"],
    ["npm test 2>&1", "npm test"],
    ["npm test2>&1", "npm test"],
    ["npm test 2>&1 | tee log", "npm test 2>&1 | tee log"],
    ["cd app\nnpm test", "cd app\nnpm test"],
    ["npm test", "npm test"],
  ])("%j is %j", (command, normal) => {
    expect(normaliseCommand(command)).toBe(normal)
  })
})
