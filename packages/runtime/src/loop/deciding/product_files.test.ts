import { expect, it } from "vitest"
import { CART, deciding, JS, MONOREPO, PY, SUM, type Tried } from "./deciding.fixture.ts"

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
    "an entry that a bundler's settings name",
    "src/main.js",
    {
      files: {
        "src/main.js": 'import "./sum.js"',
        "src/sum.js": "",
        "test/sum.test.js": 'import "../src/sum.js"',
        "rollup.config.js": 'export default { input: "src/main.js" }',
      },
      command: "node --test",
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
    "a program whose output a script compares",
    "src/sum.mjs",
    {
      files: { "check.sh": '[ "$(node src/sum.mjs 1 2)" = 3 ]\n', "src/sum.mjs": "" },
      command: "sh check.sh",
      reported: null,
    },
  ],
  [
    "a program whose output a recipe compares",
    "src/calc.py",
    {
      files: { Makefile: 'check:\n\ttest "$$(python3 src/calc.py 1 2)" = 3\n', "src/calc.py": "" },
      command: "make check",
      reported: null,
    },
  ],
  [
    "a source that is looked at beside tests",
    "src/sum.mjs",
    {
      files: { "test/sum.test.mjs": 'import "../src/sum.mjs"', "src/sum.mjs": "" },
      command: "node --check src/sum.mjs && node --test",
    },
  ],
  [
    "tests of another workspace",
    "packages/b/verify/b.mjs",
    { files: MONOREPO, command: "npm test --workspace=a" },
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
