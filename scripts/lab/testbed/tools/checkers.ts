import type { Files, Tool } from "../tool.ts"

const FINE = "export const price = 1\n"

const JS: Failures = {
  first: { "a.js": "export const price = 1\nlet total = price\nexport const sum = () => total + tax\n" },
  other_name: { "a.js": "export const price = 1\nlet total = price\nexport const sum = () => total + vat\n" },
  other_rule: {
    "a.js":
      "export const price = 1\nlet total = price\nexport const sum = () => { debugger; return total }\n",
  },
  other_file: {
    "a.js": FINE,
    "b.js": "export const price = 1\nlet total = price\nexport const sum = () => total + tax\n",
  },
  one_more: {
    "a.js": "export const price = 1\nlet total = price\nexport const sum = () => total + tax + vat\n",
  },
}

const SYNTAX: Failures = {
  first: { "a.js": "export const price = (1\nexport const sum = 2\n" },
  other_error: { "a.js": "import { tax } from './tax.js'\nexport const sum = tax\n" },
  other_name: { "a.js": "import { tax } from './vat.js'\nexport const sum = tax\n" },
  other_file: { "a.js": "import './b.js'\n", "b.js": "export const price = (1\nexport const sum = 2\n" },
}

const TS: Failures = {
  first: { "a.ts": "export const price: number = 'one'\n", "b.ts": "export const stock = 1\n" },
  other_type: { "a.ts": "export const price: boolean = 'one'\n", "b.ts": "export const stock = 1\n" },
  other_code: { "a.ts": "export const price: number = tax\n", "b.ts": "export const stock = 1\n" },
  other_name: { "a.ts": "export const price: number = vat\n", "b.ts": "export const stock = 1\n" },
  other_file: { "a.ts": "export const price = 1\n", "b.ts": "export const stock: number = 'one'\n" },
  one_more: {
    "a.ts": "export const price: number = 'one'\n",
    "b.ts": "export const stock: number = 'one'\n",
  },
}

const CSS: Failures = {
  first: { "a.css": "a { color: #ff; }\n" },
  other_value: { "a.css": "a { color: #fffff; }\n" },
  other_rule: { "a.css": "a { colr: red; }\n" },
  one_more: { "a.css": "a { color: #ff; background: #ffffg; }\n" },
}

const STYLE: Failures = {
  first: { "a.js": "export const  price = 1\n", "b.js": "export const stock = 1;\n" },
  other_file: { "a.js": "export const price = 1;\n", "b.js": "export const  stock = 1\n" },
  one_more: { "a.js": "export const  price = 1\n", "b.js": "export const  stock = 1\n" },
}

const C: Failures = {
  first: { "a.c": "int main(void) { return tax; }\n" },
  other_name: { "a.c": "int main(void) { return vat; }\n" },
  other_error: { "a.c": "int main(void) { return 1 }\n" },
  linker: { "a.c": "int tax(void);\nint main(void) { return tax(); }\n" },
  other_symbol: { "a.c": "int vat(void);\nint main(void) { return vat(); }\n" },
}

const JAVA: Failures = {
  first: { "A.java": 'class A { int price = "one"; }\n' },
  other_type: { "A.java": 'class A { boolean price = "one"; }\n' },
  other_error: { "A.java": "class A { int price = tax; }\n" },
  one_more: { "A.java": 'class A { int price = "one"; int sum = tax; }\n' },
}

const SHELL: Failures = {
  first: { "check.sh": "echo start\ncat orders.txt\necho end\n" },
  other_file: { "check.sh": "echo start\ncat prices.txt\necho end\n" },
  other_error: { "check.sh": "echo start\nships orders.txt\n" },
  other_name: { "check.sh": "echo start\npacks orders.txt\n" },
  own_message: { "check.sh": "echo start\necho 'error: 3 orders are open' >&2\nexit 4\n" },
  other_count: { "check.sh": "echo start\necho 'error: 5 orders are open' >&2\nexit 4\n" },
}

const SHELLCHECK: Failures = {
  first: { "check.sh": "#!/bin/bash\necho $price\n" },
  other_rule: { "check.sh": "#!/bin/bash\nif [ $price == 1; then echo; fi\n" },
  other_name: { "check.sh": "#!/bin/bash\nread -r stock\necho $stock\ncd shop\n" },
}

const PYTHON: Failures = {
  first: { "check.py": "def total(order):\n    return order['price']\n\ntotal({})\n" },
  other_key: { "check.py": "def total(order):\n    return order['stock']\n\ntotal({})\n" },
  other_error: { "check.py": "def total(order):\n    return order.price\n\ntotal({})\n" },
  assertion: { "check.py": "assert 30 == 41, 'total is 30'\n" },
  other_value: { "check.py": "assert 33 == 41, 'total is 33'\n" },
  syntax: { "check.py": "def total(order:\n    return 1\n" },
}

const DOCTEST: Failures = {
  first: { "check.py": doctest("total", "30", "41") },
  other_expected: { "check.py": doctest("total", "30", "42") },
  other_actual: { "check.py": doctest("total", "33", "41") },
  other_name: { "check.py": doctest("stock", "30", "41") },
}

const NODE: Failures = {
  first: { "check.mjs": "const order = {}\nconsole.log(order.price.net)\n" },
  other_name: { "check.mjs": "const order = {}\nconsole.log(order.price.gross)\n" },
  assertion: { "check.mjs": "import assert from 'node:assert'\nassert.equal(30, 41)\n" },
  other_value: { "check.mjs": "import assert from 'node:assert'\nassert.equal(33, 41)\n" },
  other_error: { "check.mjs": "throw new RangeError('no rate for Norway')\n" },
}

const CARGO: Failures = {
  first: rust('pub fn total() -> i32 { "one" }\n'),
  other_type: rust('pub fn total() -> bool { "one" }\n'),
  other_error: rust("pub fn total() -> i32 { tax }\n"),
  other_name: rust("pub fn total() -> i32 { vat }\n"),
}

const GO: Failures = {
  first: go('func total() int { return "one" }\n'),
  other_type: go('func total() bool { return "one" }\n'),
  other_error: go("func total() int { return tax }\n"),
  other_name: go("func total() int { return vat }\n"),
}

/** Files by the name of their failure; the first is the one that near misses are near to. */
type Failures = Readonly<Record<string, Files>>

function doctest(name: string, actual: string, expected: string): string {
  return `def ${name}():\n    """Says it.\n\n    >>> ${name}()\n    ${expected}\n    """\n    return ${actual}\n`
}

function rust(text: string): Files {
  return {
    "Cargo.toml": '[package]\nname = "bed"\nversion = "0.1.0"\nedition = "2021"\n',
    "src/lib.rs": text,
  }
}

function go(text: string): Files {
  return { "go.mod": "module bed\n\ngo 1.19\n", "a.go": `package bed\n\n${text}` }
}

/** A tool that counts no tests. */
function checker(
  row: Pick<Tool, "name" | "command" | "calls"> & Partial<Pick<Tool, "packages" | "programs">>,
  failures: Failures,
  given: { readonly settings?: Files; readonly pass?: Files } = {},
): Tool {
  const { settings = {}, pass } = given
  const failing = Object.entries(failures).map(([name, files]) => ({
    name,
    expectation: "fail" as const,
    files: { ...settings, ...files },
  }))
  const passing = pass
    ? [{ name: "pass", expectation: "pass" as const, files: { ...settings, ...pass } }]
    : []
  return { packages: [], programs: [], ...row, variants: [...failing, ...passing] }
}

const ESLINT = {
  "eslint.config.mjs":
    "export default [{ rules: { 'no-undef': 'error', 'no-debugger': 'error', 'prefer-const': 'error' } }]\n",
}
const PASS = { "a.js": FINE }

export const checkers: readonly Tool[] = [
  checker(
    {
      name: "eslint",
      packages: ["eslint@9"],
      command: "eslint .",
      calls: { colour_flag: "eslint --color ." },
    },
    JS,
    { settings: ESLINT, pass: PASS },
  ),
  checker(
    { name: "eslint unix", packages: ["eslint@9", "eslint-formatter-unix"], command: "eslint -f unix ." },
    JS,
    {
      settings: ESLINT,
      pass: PASS,
    },
  ),
  checker(
    {
      name: "eslint compact",
      packages: ["eslint@9", "eslint-formatter-compact"],
      command: "eslint -f compact .",
    },
    JS,
    { settings: ESLINT, pass: PASS },
  ),
  checker(
    {
      name: "oxlint",
      packages: ["oxlint"],
      command: "oxlint --deny-warnings -D no-undef .",
      calls: { one_thread: "oxlint --deny-warnings -D no-undef --threads 1 ." },
    },
    JS,
    { pass: PASS },
  ),
  checker(
    {
      name: "biome",
      packages: ["@biomejs/biome"],
      command: "biome lint --error-on-warnings .",
      calls: { colour_flag: "biome lint --error-on-warnings --colors=force ." },
    },
    {
      first: { "a.js": "export const sum = () => { debugger; }\n" },
      other_rule: { "a.js": "export const sum = (a) => a === a;\n" },
      other_file: { "a.js": FINE, "b.js": "export const sum = () => { debugger; }\n" },
      one_more: { "a.js": "export const sum = (a) => { debugger; return a === a; }\n" },
    },
    { pass: PASS },
  ),
  checker({ name: "standard", packages: ["standard"], command: "standard" }, JS, { pass: PASS }),
  checker({ name: "prettier", packages: ["prettier"], command: "prettier --check ." }, STYLE),
  checker(
    {
      name: "stylelint",
      packages: ["stylelint", "stylelint-config-standard"],
      command: "stylelint '*.css'",
      calls: { colour_flag: "stylelint --color '*.css'" },
    },
    CSS,
    {
      settings: {
        ".stylelintrc.json": '{ "rules": { "color-no-invalid-hex": true, "property-no-unknown": true } }',
      },
      pass: { "a.css": "a { color: red; }\n" },
    },
  ),
  checker(
    { name: "tsc", packages: ["typescript"], command: "tsc -p .", calls: { pretty: "tsc -p . --pretty" } },
    TS,
    {
      settings: {
        "tsconfig.json":
          '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [], "skipLibCheck": true } }',
      },
      pass: { "a.ts": "export const price = 1\n" },
    },
  ),
  checker(
    { name: "esbuild", packages: ["esbuild"], command: "esbuild a.js --bundle --outfile=out/a.js" },
    SYNTAX,
    { pass: PASS },
  ),
  checker(
    { name: "rollup", packages: ["rollup"], command: "rollup a.js --file out/a.mjs --failAfterWarnings" },
    SYNTAX,
    { settings: { "package.json": '{ "type": "module" }' }, pass: PASS },
  ),
  checker({ name: "vite build", packages: ["vite"], command: "vite build" }, SYNTAX, {
    settings: { "index.html": '<script type="module" src="/a.js"></script>\n' },
    pass: PASS,
  }),
  checker(
    {
      name: "gcc",
      programs: ["gcc"],
      command: "gcc -Wall -o a a.c",
      calls: { colour_flag: "gcc -Wall -fdiagnostics-color=always -o a a.c" },
    },
    C,
    { pass: { "a.c": "int main(void) { return 0; }\n" } },
  ),
  checker(
    {
      name: "make",
      programs: ["make", "gcc"],
      command: "make",
      calls: { jobs: "make -j2", directory: "make -w" },
    },
    C,
    {
      settings: { Makefile: "all: a\na: a.c\n\tgcc -Wall -o a a.c\n" },
      pass: { "a.c": "int main(void) { return 0; }\n" },
    },
  ),
  checker({ name: "javac", programs: ["javac"], command: "javac -d out A.java" }, JAVA, {
    pass: { "A.java": "class A {}\n" },
  }),
  checker({ name: "bash -e", programs: ["bash"], command: "bash -e check.sh" }, SHELL, {
    pass: { "check.sh": "echo done\n" },
  }),
  checker({ name: "bash -x", programs: ["bash"], command: "bash -ex check.sh" }, SHELL, {
    pass: { "check.sh": "echo done\n" },
  }),
  checker(
    {
      name: "shellcheck",
      programs: ["shellcheck"],
      command: "shellcheck check.sh",
      calls: { colour_flag: "shellcheck --color=always check.sh" },
    },
    SHELLCHECK,
  ),
  checker({ name: "python script", programs: ["python3"], command: "python3 check.py" }, PYTHON, {
    pass: { "check.py": "print('done')\n" },
  }),
  checker(
    { name: "doctest", programs: ["python3"], command: "python3 -m doctest check.py", calls: {} },
    DOCTEST,
    { pass: { "check.py": doctest("total", "30", "30") } },
  ),
  checker({ name: "node script", programs: ["node"], command: "node check.mjs" }, NODE, {
    pass: { "check.mjs": "console.log('done')\n" },
  }),
  checker(
    {
      name: "cargo build",
      programs: ["cargo"],
      command: "cargo build --offline",
      calls: { one_job: "cargo build --offline -j1", colour_flag: "cargo build --offline --color always" },
    },
    CARGO,
    { pass: rust("pub fn total() -> i32 { 1 }\n") },
  ),
  checker(
    { name: "go build", programs: ["go"], command: "go build ./...", calls: { jobs: "go build -p 1 ./..." } },
    GO,
    { pass: go("func total() int { return 1 }\n") },
  ),
  checker({ name: "go vet", programs: ["go"], command: "go vet ./..." }, GO, {
    pass: go("func total() int { return 1 }\n"),
  }),
]
