import { symlink } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { checkScripts } from "../check_scripts.ts"
import { decidingFiles } from "./deciding_files.ts"

type Files = Readonly<Record<string, string>>

const SUM: Files = { "sum.js": "exports.sum = (a, b) => a - b\n", "package.json": '{"main":"sum.js"}' }
const JS = 'const { sum } = require("../sum.js")\nassert.equal(sum(1, 2), 3)\n'
const PY = "from shop.cart import total\nassert total() == 3\n"
const CART: Files = { "shop/cart.py": "def total():\n    return 2\n", "shop/__init__.py": "" }

interface Tried {
  readonly files: Files
  readonly command: string
  /** Default: one report that counts tests and names nothing. */
  readonly reported?: readonly string[] | null
  readonly before?: Files
  readonly links?: Files
  readonly added?: readonly string[]
}

async function deciding(
  changed: readonly string[],
  { files, command, reported = [], before = {}, links = {}, added = [] }: Tried,
): Promise<readonly string[]> {
  const root = await folderWith(files)
  for (const [path, target] of Object.entries(links)) await symlink(target, join(root, path))
  const { paths: scripts, lines, folders } = await checkScripts(root, command)
  return decidingFiles(changed, {
    root,
    changed: [...changed, ...added],
    added,
    paths: [...Object.keys(files), ...Object.keys(links)],
    links: Object.keys(links),
    lines,
    folders,
    scripts,
    reported: reported && new Set(reported),
    textBefore: async (path) => before[path] ?? null,
  })
}

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
])("is of the check: %s", async (_what, path, tried) => {
  expect(await deciding([path], tried)).toEqual([path])
})

it.each<readonly [string, string, Tried]>([
  [
    "code that tests name",
    "sum.js",
    {
      files: { ...SUM, "checks/sum.js": JS },
      command: "mocha checks",
      reported: ["sum.js", "checks/sum.js"],
    },
  ],
  [
    "code beside its tests",
    "src/sum.js",
    {
      files: { "src/sum.js": "", "src/sum.test.js": 'require("./sum")' },
      command: "vitest run src/",
      reported: ["src/sum.js"],
    },
  ],
  [
    "an entry in a folder that the settings name",
    "src/main.ts",
    {
      files: {
        "src/main.ts": 'import "./sum"',
        "src/sum.ts": "",
        "test/sum.test.ts": 'import "../src/sum"',
        "tsconfig.json": '{"include":["src/**/*.ts"]}',
      },
      command: "vitest run",
    },
  ],
  [
    "a program that a test starts",
    "bin/cli.js",
    {
      files: { "bin/cli.js": "", "test/cli.test.js": 'spawn("bin/cli.js")' },
      command: "node --test",
      reported: ["bin/cli.js", "test/cli.test.js"],
    },
  ],
  [
    "what a linter looks at",
    "src/a.js",
    { files: { "src/a.js": "" }, command: "eslint src", reported: null },
  ],
  [
    "all that there is",
    "sum.js",
    { files: { ...SUM, "a.check.js": JS.replace("../", "./") }, command: "mocha ." },
  ],
  [
    "code that a script of asserts loads",
    "a.mjs",
    { files: { "check.mjs": 'import("./a.mjs")', "a.mjs": "export const a = 1" }, command: "node check.mjs" },
  ],
  [
    "data that code reads as well",
    "data/rates.json",
    {
      files: {
        "src/a.py": 'open("data/rates.json")',
        "tests/test_a.py": 'open("data/rates.json")',
        "data/rates.json": "",
      },
      command: "pytest",
    },
  ],
  [
    "a changelog that a manifest publishes",
    "CHANGELOG.md",
    {
      files: {
        ...CART,
        "CHANGELOG.md": "See `shop/cart.py`",
        "tests/test_cart.py": PY,
        "pyproject.toml":
          '[build-system]\nbuild-backend = "flit_core.buildapi"\n[tool.flit.sdist]\ninclude = ["CHANGELOG.md"]\n',
      },
      command: "pytest",
    },
  ],
  [
    "types that a manifest publishes",
    "types/index.d.ts",
    {
      files: {
        ...SUM,
        "package.json": '{"types":"types/index.d.ts"}',
        "types/index.d.ts": 'import "../sum"',
        "test/a.js": JS,
      },
      command: "mocha",
    },
  ],
  ["an ignore file beside tests", ".gitignore", { files: { ...SUM, ".gitignore": "" }, command: "mocha" }],
  [
    "a source beside tests of its own",
    "src/lib.rs",
    {
      files: { "src/lib.rs": "fn a() { c() }\n\n#[test]\nfn b() {}\n" },
      before: { "src/lib.rs": "fn a() {}\n\n#[test]\nfn b() {}\n" },
      command: "cargo test",
    },
  ],
  ["a page", "README.md", { files: { ...SUM, "README.md": "See `sum.js`" }, command: "mocha" }],
])("is not of the check: %s", async (_what, path, tried) => {
  expect(await deciding([path], tried)).toEqual([])
})
