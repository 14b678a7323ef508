import { expect, it } from "vitest"
import { maskedExits } from "./exit_codes.ts"
import { toldOf } from "./forged.fixture.ts"
import { narrowedRunner } from "./runner_settings.ts"

const scripts = (test: string) => JSON.stringify({ name: "shop", scripts: { build: "tsc", test } }, null, 2)
const WORKFLOW = "jobs:\n  test:\n    steps:\n      - run: npm ci\n      - run: npm test\n"
const PYPROJECT = '[tool.pytest.ini_options]\naddopts = "-q"\n'

const told = (critic: typeof maskedExits, path: string, before: string, after: string) =>
  toldOf(critic, { [path]: before }, { [path]: after })

it.each([
  ["package.json", scripts("vitest run"), scripts("vitest run || true")],
  ["package.json", scripts("vitest run"), scripts("vitest run; exit 0")],
  ["package.json", scripts("vitest run"), scripts("vitest run | cat")],
  ["package.json", scripts("eslint . && tsc"), scripts("eslint . && tsc || echo failed")],
  ["Makefile", "test:\n\tgo test ./...\n", "test:\n\t-go test ./...\n"],
  ["Makefile", "test:\n\tgo test ./...\n", ".IGNORE:\ntest:\n\tgo test ./...\n"],
  ["scripts/test.sh", "set -e\npytest\n", "set +e\npytest\n"],
  ["scripts/test.sh", "set -e\npytest\n", "set -e\npytest || :\n"],
  [".github/workflows/ci.yml", WORKFLOW, WORKFLOW.replace("npm test", "npm test || true")],
  [
    ".github/workflows/ci.yml",
    WORKFLOW,
    WORKFLOW.replace("- run: npm test", "- continue-on-error: true\n        run: npm test"),
  ],
  [
    ".gitlab-ci.yml",
    "test:\n  script:\n    - pytest\n",
    "test:\n  allow_failure: true\n  script:\n    - pytest\n",
  ],
  ["tox.ini", "[testenv]\ncommands = pytest\n", "[testenv]\nignore_outcome = true\ncommands = pytest\n"],
  ["scripts/test.sh", "#!/bin/sh\npytest\n", "#!/bin/sh\npytest\nexit 0\n"],
  ["scripts/test.sh", "set -e\npytest\n", "set -e\npytest | tee log\n"],
  [".travis.yml", "script: go test ./...\n", "script: go test $(go list ./...) | grep -v ok\n"],
  [".travis.yml", "script: go test ./...\n", "script: echo $(go test ./... | grep ok)\n"],
  ["scripts/test.sh", "set -e\npytest\n", "set -e\ntrap 'exit 0' EXIT\npytest\n"],
  ["noxfile.py", 'session.run("pytest")\n', 'session.run("pytest", success_codes=[0, 1])\n'],
  [
    ".github/workflows/ci.yml",
    WORKFLOW,
    WORKFLOW.replace("  test:\n", "  test:\n    continue-on-error: true\n"),
  ],
  ["scripts/test.sh", "pytest --version\npytest\n", "pytest --version && pytest | tee log\n"],
  [
    ".github/workflows/ci.yml",
    "jobs:\n  a:\n    steps:\n      - name: Pack and test\n        run: ./build.ps1\n",
    "jobs:\n  a:\n    steps:\n      - name: Pack and test\n        run: ./build.ps1\n        continue-on-error: true\n",
  ],
])("a check is masked in %s: %j becomes %j", async (path, before, after) => {
  expect(await told(maskedExits, path, before, after)).toEqual(["masked"])
})

it.each([
  ["a.test.ts", "process.exit(0)"],
  ["a.test.ts", "after(() => 1)\nprocess.exitCode = 0"],
  ["tests/conftest.py", "def pytest_sessionfinish(session):\n    session.exitstatus = 0"],
  ["tests/test_a.py", "import os\nos._exit(0)"],
  ["a_test.go", "func TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}"],
  ["tests/a.rs", "fn x() {\n    std::process::exit(0);\n}"],
  ["src/test/java/ATest.java", "System.exit(0);"],
])("%s ends the process with 0: %j", async (path, text) => {
  expect(await told(maskedExits, path, "", `${text}\n`)).toEqual(["exits"])
})

it.each([
  ["package.json", scripts("vitest run"), scripts("vitest run --coverage")],
  ["package.json", scripts("vitest run"), scripts("tsc && vitest run")],
  ["Makefile", "test:\n\tgo test ./...\n", "test:\n\tgo test ./...\n\nclean:\n\t-rm -rf out\n"],
  ["scripts/test.sh", "pytest\n", "rm -f report.xml || true\npytest\n"],
  [".github/workflows/ci.yml", WORKFLOW, `${WORKFLOW}      - run: npm run bench || true\n`],
  [".github/workflows/ci.yml", WORKFLOW, WORKFLOW.replace("npm test", "npm test -- --run")],
  [
    ".github/workflows/ci.yml",
    WORKFLOW,
    `${WORKFLOW}      - uses: codecov/codecov-action@v4\n        continue-on-error: true\n`,
  ],
  [
    ".github/workflows/ci.yml",
    WORKFLOW,
    `${WORKFLOW}  nightly:\n    continue-on-error: true\n    steps:\n      - run: npm run test:nightly\n`,
  ],
  ["scripts/test.sh", "set -e\npytest\n", "set -eo pipefail\npytest | tee log\n"],
  [".travis.yml", "script: go test ./...\n", "script: go test $(go list ./... | grep -v /examples/)\n"],
  ["scripts/test.sh", "set -e\npytest\n", "set -e\npytest\nexit 0\n"],
  ["scripts/test.sh", "tsc --version\npytest\n", "tsc --version | tee log\npytest\n"],
  ["scripts/test.sh", "set -e\npytest\n", 'set +e\npytest\ncode=$?\nset -e\nrm -rf out\nexit "$code"\n'],
  ["a_test.go", "", "func TestMain(m *testing.M) {\n\tos.Exit(m.Run())\n}\n"],
  ["a.test.ts", "", "it('exits', () => spawn('node', ['-e', 'process.exit(0)']))\n"],
  [
    ".github/workflows/ci.yml",
    WORKFLOW,
    WORKFLOW.replace(
      "- run: npm test",
      "- continue-on-error: ${{ matrix.experimental }}\n        run: npm test",
    ),
  ],
  ["package.json", scripts("vitest run || true"), scripts("vitest run || true; echo done")],
])("nothing is masked in %s: %j becomes %j", async (path, before, after) => {
  expect(await told(maskedExits, path, before, after)).toEqual([])
})

it.each([
  ["package.json", scripts("vitest run"), scripts("vitest run -t adds")],
  ["package.json", scripts("vitest run"), scripts("vitest run --passWithNoTests")],
  ["package.json", scripts("mocha"), scripts("mocha --grep adds --invert")],
  ["package.json", scripts("node --test"), scripts("node --test --test-name-pattern=adds")],
  ["package.json", scripts("vitest run"), scripts("echo ok")],
  ["package.json", scripts("vitest run"), scripts("true")],
  ["Makefile", "test:\n\tgo test ./...\n", "test:\n\tgo test -run TestAdds ./...\n"],
  ["Makefile", "test:\n\tcargo test\n", "test:\n\tcargo test -- --skip adds\n"],
  [
    ".github/workflows/ci.yml",
    "steps:\n  - run: pytest\n",
    "steps:\n  - run: pytest --deselect tests/test_a.py\n",
  ],
  ["pyproject.toml", PYPROJECT, PYPROJECT.replace("-q", "-q --ignore=tests/test_cart.py")],
  ["pytest.ini", "[pytest]\n", "[pytest]\naddopts = -k 'not adds'\n"],
  ["setup.cfg", "[tool:pytest]\n", "[tool:pytest]\naddopts = --deselect tests/test_a.py\n"],
  ["conftest.py", "", 'collect_ignore = ["tests/test_cart.py"]\n'],
  [
    "vitest.config.ts",
    "export default { test: {} }\n",
    'export default { test: { exclude: ["cart.test.ts"] } }\n',
  ],
  [
    "jest.config.js",
    "module.exports = {}\n",
    'module.exports = { testPathIgnorePatterns: ["/cart.test"] }\n',
  ],
  [
    "vitest.config.ts",
    "export default { test: {} }\n",
    "export default { test: { passWithNoTests: true } }\n",
  ],
  ["jest.config.js", "module.exports = {}\n", 'module.exports = { testPathIgnorePatterns: ["cart"] }\n'],
  [".mocharc.json", '{ "spec": ["test/**/*.js"] }\n', '{ "spec": ["test/ok.js"] }\n'],
  [
    "package.json",
    '{ "name": "a", "jest": {} }\n',
    '{ "name": "a", "jest": { "testPathIgnorePatterns": ["cart"] } }\n',
  ],
  [
    "vitest.config.ts",
    "export default { test: {} }\n",
    'export default { test: { include: ["src/ok.test.ts"] } }\n',
  ],
  ["playwright.config.ts", "export default {}\n", 'export default { testIgnore: "**/checkout.spec.ts" }\n'],
  ["playwright.config.ts", "export default {}\n", 'export default { testIgnore: "**/shop.spec.ts" }\n'],
  ["pytest.ini", "[pytest]\ntestpaths = tests\n", "[pytest]\ntestpaths = tests/unit\n"],
  ["Cargo.toml", "[package]\nname = 'a'\n\n[lib]\n", "[package]\nname = 'a'\n\n[lib]\ntest = false\n"],
  ["Cargo.toml", "[package]\nname = 'a'\n", "[package]\nname = 'a'\nautotests = false\n"],
  [
    "pom.xml",
    "<properties>\n</properties>\n",
    "<properties>\n<maven.test.skip>true</maven.test.skip>\n</properties>\n",
  ],
  ["build.gradle", "test {\n}\n", "test {\n  ignoreFailures = true\n}\n"],
  ["Makefile", "test:\n\tgo test ./...\n", "test:\n\tgo test -bench=. -run=^$ ./...\n"],
])("fewer tests run by %s: %j becomes %j", async (path, before, after) => {
  const rules = await told(narrowedRunner, path, before, after)
  expect(rules).toHaveLength(1)
  expect(["narrowed", "runs_nothing"]).toContain(rules[0])
})

it.each([
  ["package.json", scripts("vitest run"), scripts("jest")],
  ["package.json", scripts("vitest run"), scripts("vitest run --coverage --reporter=dot")],
  ["pyproject.toml", PYPROJECT, PYPROJECT.replace("-q", "-q --strict-markers")],
  ["pyproject.toml", PYPROJECT, `${PYPROJECT}[tool.ruff]\nexclude = ["docs"]\n`],
  [
    "vitest.config.ts",
    "export default { test: {} }\n",
    'export default { test: { exclude: ["**/node_modules/**", "e2e/**"] } }\n',
  ],
  [
    "vitest.config.ts",
    "export default { test: {} }\n",
    'export default { test: { coverage: { exclude: ["src/**/*.test.ts"] } } }\n',
  ],
  [
    "vite.config.ts",
    "export default {}\n",
    'export default { optimizeDeps: { exclude: ["test-package"] } }\n',
  ],
  ["Makefile", "test:\n\tgo test ./...\n", "test:\n\tgo test ./...\n\none:\n\tgo test -run $(T) ./...\n"],
  ["pytest.ini", "[pytest]\ntestpaths = tests\n", "[pytest]\ntestpaths = tests/unit tests/slow\n"],
  ["package.json", '{ "name": "a" }\n', '{ "name": "a", "eslint": { "ignores": ["a.test.ts"] } }\n'],
  [
    "vitest.config.ts",
    "export default { test: {} }\n",
    'export default { test: { include: ["src/**/*.test.ts", "extra/one.test.ts"] } }\n',
  ],
  ["Cargo.toml", "[package]\nname = 'a'\n", "[package]\nname = 'a'\nedition = '2024'\n"],
  ["package.json", JSON.stringify({ name: "a" }), scripts("vitest run -t adds")],
  ["Makefile", "bench:\n\tgo test -bench=. ./...\n", 'bench:\n\tgo test -bench=. -run="^$" ./...\n'],
])("as many tests run by %s: %j becomes %j", async (path, before, after) => {
  expect(await told(narrowedRunner, path, before, after)).toEqual([])
})
