import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"

export type Files = Readonly<Record<string, string>>

const README = `# Shop

A small shop.

## Install

Run \`npm install\` in the folder of the shop, then \`npm start\`.

## Use

\`\`\`sh
npm start -- --port 8080 --currency eur --open-till
npm run bill -- --customer ada --month 2
\`\`\`

See [the guide](docs/guide.md) for prices and customers.
`

/** A small repository in every language and format a default critic reads. */
export const BEFORE: Files = {
  "README.md": README,
  "docs/guide.md": "# Guide\n\nPrices are in cents.\n",
  ".editorconfig": "root = true\n\n[*]\nindent_size = 4\n",
  "package.json":
    '{\n  "name": "shop",\n  "version": "1.0.0",\n  "dependencies": { "express": "^5.0.0" }\n}\n',
  "tsconfig.json": '{\n  // all of it\n  "compilerOptions": { "strict": true }\n}\n',
  "pyproject.toml": '[project]\nname = "shop"\nversion = "1.0.0"\n\n[tool.mypy]\nstrict = true\n',
  "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
  "compose.yaml": "services:\n  shop:\n    image: shop\n",
  "setup.cfg": "[flake8]\nmax-line-length = 100\n",
  ".github/workflows/ci.yml":
    "on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n",
  "src/price.py": "def price():\n    return 1\n\n\ndef total():\n    return 2\n",
  "src/cart.ts": "export const add = (one: number): number => one\nexport const sum = (): number => 2\n",
  "src/page.tsx": "export const Page = () => <p>1</p>\nexport const Head = () => <b>2</b>\n",
  "src/start.js": "export const start = () => 1\nexport const stop = () => 2\n",
  "go.mod": "module shop\n\ngo 1.22\n",
  "src/stock.go": "package shop\n\nfunc Stock() int { return 1 }\n\nfunc Order() int { return 2 }\n",
  "src/cart.test.ts":
    'import { add } from "./cart"\n\nit("adds", () => {\n  expect(add(1)).toBe(1)\n})\n\nit("adds nothing", () => {\n  expect(add(0)).toBe(0)\n})\n',
  "src/sum.js":
    "function addUp(list) {\n  return list.length\n}\n\nexport const sumOf = (list) => addUp(list)\n",
  "src/till.py":
    "def open_till(till):\n    till.unlock()\n    till.count()\n    return till\n\n\ndef close_till(till):\n    till.lock()\n    return till\n",
  "src/lib.rs": "pub fn load() -> u8 {\n    1\n}\n\npub fn save() -> u8 {\n    2\n}\n",
  "src/Bill.java":
    "public class Bill {\n    public int sum() { return 1; }\n    public int tax() { return 2; }\n}\n",
  "src/notes.py": "def opened(notes):\n    return len(notes) * 7\n",
  "tests/test_notes.py": testOf("opened", "[1, 2]"),
  "tests/day.test.js":
    'import { test, expect } from "vitest"\n\nexport const kept = 1\n\ntest("a day", () => {\n  expect(kept + 13).toBe(14)\n})\n',
  "tests/test_day.py": testOf("day", "[1]"),
  "tests/test_week.py": testOf("week", "[2]"),
  "tests/test_month.py": testOf("month", "[3]"),
  "tests/test_year.py": testOf("year", "[4]"),
  Makefile: "test:\n\tpytest\n",
  "pytest.ini": "[pytest]\naddopts = -q\n",
}

function testOf(name: string, given: string): string {
  return `from src.notes import ${name}\n\n\ndef test_${name}():\n    assert ${name}(${given}) == 14\n`
}

/** Each file changed as one would wish: what was there stays, and something is added. */
export const good: Files = {
  ...edited({
    "README.md": ["A small shop.", "A small shop with a till."],
    "docs/guide.md": ["in cents", "in whole cents"],
    "package.json": ['"1.0.0"', '"1.1.0"'],
    "tsconfig.json": ['"strict": true', '"strict": true, "target": "es2022"'],
    "pyproject.toml": ["strict = true", "strict = true\nignore_missing_imports = true"],
    "Cargo.toml": ['"0.1.0"', '"0.2.0"'],
    "compose.yaml": ["image: shop", "image: shop:2"],
    "setup.cfg": ["100", "120"],
    ".github/workflows/ci.yml": ["npm test", "npm run test"],
    "src/price.py": ["return 2", "return price() + 1"],
    "src/cart.ts": ["=> 2", "=> add(2)"],
    "src/page.tsx": ["<b>2</b>", "<b>{1 + 1}</b>"],
    "src/start.js": ["=> 2", "=> start() + 1"],
    "src/stock.go": ["return 2", "return Stock() + 1"],
    "src/lib.rs": ["    2", "    load() + 1"],
    "src/cart.test.ts": ["adds nothing", "adds zero"],
    "src/till.py": ["till.count()", "till.count(twice=True)"],
    "src/Bill.java": ["return 2", "return sum() + 1"],
    "src/notes.py": ["len(notes) * 7", "7 * len(notes)"],
    "tests/test_day.py": ["== 14", "== 7"],
    Makefile: ["pytest", "pytest --strict-markers"],
    "pytest.ini": ["-q", "-v"],
  }),
  "settings.ini": "[till]\nopen = yes\n",
}

/** One fault for each default critic, by its id. G6 is G2 under another name, and told as G2. */
export const faults: Readonly<Record<string, Files>> = {
  G2: { "data.json": '{ "open": true\n' },
  G20: { "settings.ini": "[till]\nopen = yes\nopen = no\n" },
  G10: { "tsconfig.json": '{ "compilerOptions": { "strict": "yes" } }\n' },
  G11: { "docs/frontend.md": "# Frontend\n\nThe frontend is a React app with Redux.\n" },
  G12: { "vite.config.ts": 'import icons from "unplugin-icons"\n\nexport default { plugins: [icons] }\n' },
  G13: { "README.md": "# Shop\n" },
  G14: { "docs/guide.md": "# Guide\n\nPrices are in cents, see [the list](prices.md).\n" },
  G15: { ".prettierrc.json": '{ "tabWidth": 2 }\n' },
  G23: edited({ "pyproject.toml": ["strict = true", "suppress_missing_imports = true"] }),
  G24: { "tools/pyproject.toml": '[project]\nname = "tools"\nversion = "1.0.0"\nscripts = ["run"]\n' },
  leftovers: { "till.css": "a {\n<<<<<<< HEAD\n  top: 1px;\n=======\n  top: 2px;\n>>>>>>> topic\n}\n" },
  imports: { "src/mail.ts": 'import { send } from "./no-such-file.js"\n\nexport const mail = send\n' },
  dangling: { "src/sum.js": "export const sumOf = (list) => addUp(list)\n" },
  stubs: edited({ "src/till.py": ["    till.unlock()\n    till.count()\n    return till\n", "    pass\n"] }),
  secrets: { "src/key.py": 'API_KEY = "k8Vt2qZr7mLx4WnB9cDe"\n' },
  copies: { "src/till.py.bak": "def open_till(till):\n    return till\n" },
  G7: { "src/price.py": "def price():\n    return 1\n" },
  "G7-TS": { "src/cart.ts": "export const add = (one: number): number => one\n" },
  "G7-GO": { "src/stock.go": "package shop\n\nfunc Stock() int { return 1 }\n" },
  "G7-RS": { "src/lib.rs": "pub fn load() -> u8 {\n    1\n}\n" },
  "forged-deleted": { "tests/day.test.js": "export const kept = 1\n" },
  "forged-skipped": edited({ "tests/test_week.py": ["def test", "@pytest.mark.skip\ndef test"] }),
  "forged-weakened": edited({ "tests/test_month.py": ["== 14", "is not None"] }),
  "forged-mocked": edited({
    "tests/test_year.py": ["from src.notes import year", "year = lambda notes: 14"],
  }),
  "forged-hard-coded": edited({ "src/notes.py": ["return len(notes) * 7", "return 14"] }),
  "forged-exit": { Makefile: "test:\n\tpytest || true\n" },
  "forged-runner": { "pytest.ini": "[pytest]\naddopts = -q --ignore=tests/test_day.py\n" },
  "forged-suppressed": { "src/noise.py": "# ruff: noqa\nx = 1\n" },
  "G7-JAVA": { "src/Bill.java": "public class Bill {\n    public int sum() { return 1; }\n}\n" },
}

function edited(edits: Readonly<Record<string, readonly [old: string, new_text: string]>>): Files {
  return Object.fromEntries(
    Object.entries(edits).map(([path, [old, new_text]]) => [
      path,
      (BEFORE[path] ?? "").replace(old, () => new_text),
    ]),
  )
}

/** A git repository with one commit of `before`, and `after` in its work tree. */
export async function makeRepository(folder: string, after: Files): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await initRepository(folder)
  writeFiles(folder, BEFORE)
  await commitPaths(folder, Object.keys(BEFORE), "The shop")
  writeFiles(folder, after)
}

function writeFiles(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
