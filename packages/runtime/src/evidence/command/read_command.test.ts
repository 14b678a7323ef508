import { describe, expect, it } from "vitest"
import { normaliseCommand } from "./normalise_command.ts"
import { readCheckCommand, readCommand } from "./read_command.ts"

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
    ["set -e; npm test | tail", true],
    ["set -o pipefail; npm test; echo done", true],
    ["set -e; npm test; echo done", false],
    ["set -eu; npm test; echo done", false],
    ["set -xe; npm test; echo done", false],
    ["set -o errexit; npm test; echo done", false],
    ["set -x; npm test; echo done", true],
    ["set -E; npm test; echo done", true],
    ["set x-e; npm test; echo done", true],
    ["set -e.; npm test; echo done", true],
    ["set -e; set +e; npm test; echo done", true],
    ["echo -e; npm test; echo done", true],
    ["npm test; code=$?; tail log; exit $code", false],
    ["npm test | tail; exit ${PIPESTATUS[0]}", false],
    ["npm test; exit $?", false],
    ["npm test; echo done; exit $?", true],
    ["npm test | tail; exit $?", true],
    ["npm test | tail; exit 1", true],
    ["npm test | tail; exit", true],
    ["npm test | tail; echo $code", true],
    ["npm test || exit 1", false],
    ["npm test || exit 0", true],
    ["npm test || false", false],
    ["npm test || { echo broken; exit 1; }", false],
    ["npm test | tail || { echo broken; exit 1; }", true],
    ["cd a || true; npm test | tail; exit", true],
    ["npm test || exit", false],
    ["for f in a b; do npm test; done", false],
    ["npm test; code=$?", true],
    ["echo a; npm test", false],
    ["bash -c 'npm test; echo done'", true],
    ["bash -ec 'npm test; echo done'", false],
    ["bash -e -c 'npm test; echo done'", false],
    ["bash -c 'npm test; echo done' -e", true],
    ["bash --rcfile my-env -c 'npm test; echo done'", true],
    ["bash -o pipefail -c 'npm test | tail'", false],
    ["bash -c 'npm test | tail'", true],
    ["npx vitest run -t 'a | b'", false],
  ])("knows whether the exit code is the check's own: %s", (command, hidden) => {
    expect(readCommand(command).check?.exit_code_hidden).toBe(hidden)
  })
})

describe("a check in another line", () => {
  it.each([
    ["bash -c 'npm test'", "npm-test"],
    ["/bin/bash -lc 'npm test'", "npm-test"],
    ["bash <<EOF\nnpm test\nEOF", "npm-test"],
    ["bash -s <<EOF\nnpm test\nEOF", "npm-test"],
    ["bash <<< 'npm test'", "npm-test"],
    ["eval npm test", "npm-test"],
    ["out=$(npm test)", "npm-test"],
    ["cmd /c npm test", "npm-test"],
    ["cmd /Q /C npm test", "npm-test"],
    ["pwsh -c npm test", "npm-test"],
    ["powershell -NoProfile -Command npm test", "npm-test"],
    ["cd app && bash -c 'npm test'", "npm-test (in app)"],
    ["eval eval eval eval npm test", "npm-test"],
  ])("is that of %s", (command, check_id) => {
    expect(idOf(command)).toBe(check_id)
    expect(readCheckCommand(command)).toEqual({ check_id, exit_code_hidden: false })
  })

  it.each([
    "bash x.sh <<EOF\nnpm test\nEOF",
    "bash -c",
    "bash",
    "bash -x-c 'npm test'",
    "bash x-c 'npm test'",
    "bash -cx 'npm test'",
    "out=$(npm test) env",
    "a-b=$(npm test)",
    "out=$(npm test)x",
    "eval npm test &",
    "eval eval eval eval eval npm test",
  ])("is not looked for in %s", (command) => {
    expect(readCheckCommand(command)).toBeNull()
  })
})

describe("the folder of a check", () => {
  it.each([
    ["pushd app && npm test", "npm-test (in app)"],
    ["cd -- app && npm test", "npm-test (in app)"],
    ["cd app && cd && npm test", "npm-test"],
    ["cd app && cd ~/x && npm test", "npm-test"],
    ["cd app && cd $HOME && npm test", "npm-test"],
    ["cd app && cd - && npm test", "npm-test"],
    ["cd a-b && npm test", "npm-test (in a-b)"],
    ["cd a/./b//c/../d/ && npm test", "npm-test (in a/b/d)"],
    ["cd ../x && npm test", "npm-test (in ../x)"],
    ["cd ../../x && npm test", "npm-test (in ../../x)"],
    ["cd a && cd ../../x && npm test", "npm-test (in ../x)"],
    ["cd /testbed && npm test", "npm-test"],
    ["cd /workspace/shop && npm test", "npm-test"],
    ["cd /a/b/c && npm test", "npm-test (in /a/b/c)"],
    ["cd /a/b/c && cd d && npm test", "npm-test (in /a/b/c/d)"],
    ["cd app && (cd lib && npm test)", "npm-test (in app/lib)"],
    ["cd app; (cd lib; npm test); npm run lint", "npm-test (in app/lib) && npm-lint (in app)"],
    ["cd app; (((npm test)))", "npm-test (in app)"],
    ["(cd lib); npm test", "npm-test"],
  ])("of %s: %s", (command, check_id) => {
    expect(idOf(command)).toBe(check_id)
  })

  it("is named by at most 64 parts and 256 characters", () => {
    expect(idOf(`cd ${"a/".repeat(70)} && npm test`)).toBe(`npm-test (in ${"a/".repeat(63)}a)`)
    expect(idOf(`cd ${"a".repeat(300)} && npm test`)).toBe(`npm-test (in ${"a".repeat(256)})`)
  })
})

describe("what a line does", () => {
  it.each([
    ["for f in a b; do cat $f; done", { role: "observation", writes: false }],
    ["for f in a b; do cat $f; done > out.txt", { role: "mutation", writes: true }],
    ["> out.txt", { role: "mutation", writes: true }],
    ["done < in.txt", { role: null, writes: false }],
    ["bash -c 'cat a'", { role: "observation", writes: false }],
    ["bash -c 'rm a'", { role: "mutation", writes: true }],
    ["bash -c 'git push'", { role: "mutation", writes: false }],
    ["bash -c './deploy'", { role: null, writes: false }],
    ["npm test | tee log", { role: "verification", writes: false }],
    ["npm test | grep a | tee log", { role: "verification", writes: false }],
    ["npm test; cat a | tee log", { role: "verification", writes: true }],
    ["npm test; tee log", { role: "verification", writes: true }],
    ["cat a | tee log", { role: "mutation", writes: true }],
    ["cat a | cat | tee log", { role: "mutation", writes: true }],
    ["gh run watch && cat a", { role: "observation", polling: true }],
    ["bash -c 'gh run watch'", { role: "observation", polling: true }],
    ["bash -c 'cat a' && gh run watch", { role: "observation", polling: true }],
    ["bash -c './deploy' && gh run watch", { role: null, polling: false }],
    ["gh run watch && npm test", { role: "verification", polling: false }],
    ["python -m shop", { runs: "python -m shop" }],
    ["python3 reproduce.py", { runs: "python reproduce.py" }],
  ])("%s", (command, reading) => {
    expect(readCommand(command)).toMatchObject(reading)
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

it("is no known program where the line makes one of that name, and another where PATH is", () => {
  const idOf = (line: string) => readCommand(line).check?.check_id ?? null
  expect(idOf("npm() { echo fine; }; npm test")).toBeNull()
  expect(idOf("function pytest { echo fine; }\npytest")).toBeNull()
  expect(idOf("alias jest='echo fine'; jest")).toBeNull()
  expect(idOf("other() { echo fine; }; npm test")).toBe("npm-test")
  expect(idOf("PATH=/x:$PATH npm test")).toBe("npm-test (by PATH=/x:$PATH)")
  expect(idOf("cd app && PATH=/x npm test")).toBe("npm-test (by PATH=/x) (in app)")
})
