import { expect, it } from "vitest"
import { CART, deciding, JS, MONOREPO, PY, SUM, type Tried } from "./deciding.fixture.ts"

it.each<readonly [string, string, Tried]>([
  [
    "a folder that the command names",
    "checks/sum.js",
    { files: { ...SUM, "checks/sum.js": JS }, command: "mocha checks" },
  ],
  [
    "a helper beside it",
    "checks/help.js",
    {
      files: { ...SUM, "checks/sum.js": `require("./help")\n${JS}`, "checks/help.js": "" },
      command: "mocha checks",
    },
  ],
  [
    "a test that a new file names for an alibi",
    "proofs/sum.js",
    {
      files: { ...SUM, "proofs/sum.js": JS, "src/docs.js": 'import("../proofs/sum.js")' },
      command: "node --test proofs/*.js",
      added: ["src/docs.js"],
    },
  ],
  [
    "a folder of another folder",
    "app/checks/sum.js",
    {
      files: {
        "app/sum.js": "",
        "app/checks/sum.js": JS,
        "app/package.json": '{"scripts":{"test":"mocha checks"}}',
      },
      command: "npm --prefix app test",
    },
  ],
  [
    "a script of another folder",
    "app/tools/run.sh",
    {
      files: { ...SUM, "app/Makefile": "test:\n\tsh tools/run.sh\n", "app/tools/run.sh": "mocha\n" },
      command: "make -C app test",
    },
  ],
  [
    "a glob in the command",
    "checks/sum.js",
    { files: { ...SUM, "checks/sum.js": JS }, command: "node --test 'checks/*.js'" },
  ],
  [
    "a glob of the runner's settings",
    "qa/sum.js",
    { files: { ...SUM, "qa/sum.js": JS, ".mocharc.json": '{"spec":"qa/**/*.js"}' }, command: "mocha" },
  ],
  [
    "an expression of the runner's settings",
    "verify/sum.js",
    {
      files: {
        ...SUM,
        "verify/sum.js": JS,
        "jest.config.js": 'module.exports = { testRegex: "verify/.*\\\\.js$" }',
      },
      command: "jest",
    },
  ],
  [
    "names of the runner's settings",
    "shop/check_cart.py",
    {
      files: { ...CART, "shop/check_cart.py": PY, "pytest.ini": "[pytest]\npython_files = check_*.py\n" },
      command: "pytest",
    },
  ],
  [
    "a pattern of the command",
    "verify_cart.py",
    { files: { ...CART, "verify_cart.py": PY }, command: "python3 -m unittest discover -p 'verify*.py'" },
  ],
  [
    "what a test report names and nothing else",
    "features/sum.feature",
    {
      files: { ...CART, "features/sum.feature": "Scenario: x\n" },
      command: "behave",
      reported: ["features/sum.feature"],
    },
  ],
  [
    "data that tests alone name",
    "expected/sum.txt",
    {
      files: { ...SUM, "test/sum.test.js": `${JS}read("expected/sum.txt")`, "expected/sum.txt": "3" },
      command: "node --test",
    },
  ],
  [
    "data that the settings in a manifest name",
    "rates.txt",
    {
      files: { ...SUM, "test/a.js": JS, "package.json": '{"jest":{"rates":"rates.txt"}}', "rates.txt": "" },
      command: "jest",
    },
  ],
  [
    "a script that a script sources",
    "ci/lib.sh",
    { files: { ...SUM, "ci/run": ". ci/lib.sh\n", "ci/lib.sh": "mocha\n" }, command: "bash ci/run" },
  ],
  [
    "a part of a script that led to tests",
    "build/steps.cjs",
    {
      files: {
        ...SUM,
        "run.cjs": 'require("./build/steps.cjs")\n',
        "build/steps.cjs": 'console.log("# pass 2")\n',
      },
      before: { "build/steps.cjs": 'execSync("node --test test/sum.test.js")\n' },
      command: "node run.cjs",
    },
  ],
  [
    "a module of a script that leads to tests",
    "ci_steps.py",
    {
      files: {
        ...CART,
        "tasks.py": "import ci_steps\n",
        "ci_steps.py": 'run(["python3", "-m", "unittest", "-q"])\n',
      },
      command: "python3 tasks.py",
    },
  ],
  [
    "what a test that is a link leads to",
    "shared/cases.js",
    {
      files: { ...SUM, "test/x.js": "", "shared/cases.js": JS },
      links: { "test/sum.test.js": "../shared/cases.js" },
      command: "node --test",
    },
  ],
  [
    "a source with tests of its own that changed",
    "src/lib.rs",
    {
      files: { "src/lib.rs": "fn a() {}\n\n#[test]\nfn b() {}\n" },
      before: { "src/lib.rs": "fn a() {}\n" },
      command: "cargo test",
    },
  ],
  [
    "an ignore file of a check without tests",
    ".gitignore",
    { files: { ...CART, ".gitignore": "" }, command: "ruff check .", reported: null },
  ],
  [
    "a module of rules that a script loads",
    "contract/rules.mjs",
    {
      files: {
        "scripts/check.mjs": 'import { rules } from "../contract/rules.mjs"',
        "contract/rules.mjs": 'import { sum } from "../src/sum.mjs"',
        "src/sum.mjs": "",
      },
      command: "node scripts/check.mjs",
      reported: null,
    },
  ],
  [
    "a test in a folder that a script lists",
    "facts/sum.mjs",
    {
      files: { ...SUM, "run.mjs": 'run(readdirSync("facts"))', "facts/sum.mjs": 'import "../sum.js"' },
      command: "node run.mjs",
    },
  ],
  [
    "data in a folder that a script lists",
    "cases/1.out",
    {
      files: {
        "check.sh": 'for i in cases/*.in; do diff "${i%.in}.out" out; done\n',
        "cases/1.in": "1 2\n",
        "cases/1.out": "3\n",
        "src/sum.mjs": "",
      },
      command: "sh check.sh",
      reported: null,
    },
  ],
  [
    "data among sources that tests alone name",
    "src/table.json",
    {
      files: { ...SUM, "test/a.test.js": `${JS}read("src/table.json")`, "src/table.json": "[]" },
      command: "node --test",
    },
  ],
  [
    "what a runner's settings load",
    "build/base.js",
    {
      files: {
        ...SUM,
        "test/a.test.js": JS,
        "jest.config.js": 'module.exports = { ...require("./build/base.js") }',
        "build/base.js": "module.exports = {}",
      },
      command: "jest",
    },
  ],
  [
    "a set-up that a runner's settings name",
    "boot/init.js",
    {
      files: {
        ...SUM,
        "test/a.test.js": JS,
        "vitest.config.js": 'export default { test: { setupFiles: ["./boot/init.js"] } }',
        "boot/init.js": "",
      },
      command: "vitest run",
    },
  ],
  [
    "tests of a workspace that the command names",
    "packages/a/verify/sum.mjs",
    { files: MONOREPO, command: "npm test -w a" },
  ],
  [
    "tests of all workspaces that have the script",
    "packages/a/verify/sum.mjs",
    { files: MONOREPO, command: "turbo run test" },
  ],
])("is of the check: %s", async (_what, path, tried) => {
  expect(await deciding([path], tried)).toEqual([path])
})
