import { expect, it } from "vitest"
import { judge } from "../preservation/preservation.fixture.ts"
import { leftovers } from "./leftovers.ts"

async function rulesOf(path: string, before: string | null, after: string) {
  const verdict = await judge(leftovers, before === null ? {} : { [path]: before }, { [path]: after })
  return verdict.status === "fail" ? verdict.violations.map(({ rule, line }) => `${rule} ${line}`) : []
}

const CODE = `import os\n\n\ndef first(path):\n    with open(path) as file:\n        text = file.read()\n    return text.strip()\n\n\ndef second(path):\n    return first(path) + "!"\n`
const CSS = "a {\n  color: red;\n}\n\nb {\n  color: blue;\n  margin: 0;\n}\n"

it.each([
  ["main.css", CSS, `${CSS}<<<<<<< HEAD\np {}\n=======\nq {}\n>>>>>>> topic\n`, "conflict_marker 9"],
  [
    "README.md",
    "# A\n\nWhat it is.\n",
    "# A\n\n```\n<<<<<<< HEAD\nWhat it is.\n=======\nB.\n>>>>>>> b\n```\n",
    "conflict_marker 4",
  ],
  ["main.css", CSS, `\`\`\`css\n${CSS}\`\`\`\n`, "fenced_file 1"],
  ["README.md", "# A\n\nText.\n", "```markdown\n# A\n\nText.\n```\n", "fenced_file 1"],
  ["new.sh", null, "~~~sh\nls\n~~~\n", "fenced_file 1"],
  ["a.py", CODE, `Here's the updated code:\n\n\`\`\`python\n${CODE}\`\`\`\n\nDone!\n`, "reply_as_file 1"],
  [
    "a.py",
    CODE,
    'def first(path):\n    # ... (rest of the code remains unchanged)\n    return ""\n',
    "placeholder 2",
  ],
  ["a.ts", "a()\nbcd()\nefg()\n", "a()\n// Keep existing code as is\n", "placeholder 2"],
  ["a.py", CODE, `${CODE}\n# ... rest of the code remains unchanged\n`, "placeholder 13"],
  ["a.ts", null, "const options = {\n  a: 1,\n\n  // ... other options ...\n}\n", "placeholder 4"],
  ["a.ts", null, "const options = {\n  a: 1,\n  // other options...\n  b: 2,\n}\n", "placeholder 3"],
  [
    "a.vue",
    "<p>one</p>\n<p>two</p>\n<p>three</p>\n",
    "<p>one</p>\n<!-- ... existing template ... -->\n",
    "placeholder 2",
  ],
  ["a.py", CODE, CODE.slice(0, 60), "cut_off 5"],
  ["main.css", CSS, CSS.slice(0, 24).trimEnd(), "cut_off 5"],
])("%s from %j to %j", async (path, before, after, told) => {
  expect(await rulesOf(path, before, after)).toEqual([told])
})

it("a file that goes on in the middle of a function ends there", async () => {
  const body = Array.from({ length: 9 }, (_none, index) => `    step(${index}, path)`).join("\n")
  const long = `def a(path):\n    start(path)\n${body}\n\n\ndef b(path):\n    return a(path)\n`
  expect(await rulesOf("a.py", long, "def a(path):\n    start(path)\n")).toEqual(["cut_off 2"])
})

it.each([
  ["docs/git.md", null, "# Git\n\n```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> c\n```\n"],
  ["test/merge.test.js", null, "const text = `\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> c\n`\n"],
  ["docs/use.md", null, "```sh\nnpm start\n```\n"],
  ["a.go", "package a\n\nvar a = 1\nvar b = 2\n", "package a\n\nvar c = 1 // unchanged prefix\n"],
  [
    ".cursor/rules/a.mdc",
    null,
    "# A\n\n```ts\nexport const f = (a: A) => {\n  // ... rest of the implementation\n}\n```\n",
  ],
  ["docs/use.md", "# Use\n\nRun it.\n", "```sh\nnpm start\n```\n"],
  ["a.py", CODE, `${CODE}\n\n# ... existing code ...\n`],
  ["a.py", CODE, `${CODE}\n\n# ... the rest of the orders are paid.\n`],
  ["a.ts", null, "const options = {\n  a: 1,\n\n  // Other options...\n  b: 2,\n}\n"],
  ["a.py", CODE, CODE.replace("# ", "# ").replace("import os\n\n\n", "# Other things stay in os.\n\n\n")],
  ["a.md", "# A\n\nB.\n\nC.\n\nD.\n\nE.\n", "# A\n\nB.\n"],
  ["a.py", CODE, CODE.slice(0, CODE.indexOf("def second"))],
  ["README.md", "# A\n", "# A\n\nHere is how to use it:\n\n```sh\nls\n```\n"],
  ["prompt.py", CODE, 'PROMPT = """\n# ... existing code ...\n"""\n'],
])("%s passes: from %j to %j", async (path, before, after) => {
  expect(await rulesOf(path, before, after)).toEqual([])
})

it("takes the fence off where it is sure", async () => {
  const verdict = await judge(leftovers, {}, { "a.sh": "```sh\nls\n```\n" })
  expect(verdict).toMatchObject({ violations: [{ fix: { title: "take off the fence around the file" } }] })
})

it("reads a hostile text in linear time and leaves binary files alone", async () => {
  expect(await rulesOf("a.py", CODE, `${"# ... ".repeat(20_000)}\n${"<<<<<<< ".repeat(20_000)}\n`)).toEqual(
    [],
  )
  expect(await rulesOf("a.bin", null, "```\n\u0000\n```\n")).toEqual([])
})

it("a comment may say that the rest of a thing stays as it is", async () => {
  const comment = (whose: string) => `a()\nxyz()\n// the rest of the ${whose} stays unchanged\n`
  expect(await rulesOf("a.ts", "a()\nbcd()\nefg()\n", comment("order"))).toEqual([])
  expect(await rulesOf("a.ts", "a()\nbcd()\nefg()\n", comment("class"))).toEqual(["placeholder 3"])
})

const FUNCTION = `def total(items):\n    rate = rates()\n    price = sum(items)\n    price = price * rate\n    return price\n`
const withComment = (comment: string): string => `def total(items):\n    ${comment}\n    return price\n`

it.each([
  "# Rest of the existing code remains unchanged",
  "# rest of existing methods unchanged",
  "# ... existing JSX ...",
  "# ... (keep existing SQL)",
  "# (existing code)",
  "# ... your code here ...",
  "# [... 42 lines omitted ...]",
  "# all other code stays as it was",
  "# Der Rest bleibt unver\u00e4ndert",
  "# le reste du code",
  "# \u5176\u4f59\u4ee3\u7801\u4fdd\u6301\u4e0d\u53d8",
  "# calcul du prix",
])("%s in place of code is told in any wording", async (comment) => {
  expect(await rulesOf("a.py", FUNCTION, withComment(comment))).toEqual(["placeholder 2"])
})

it.each([
  [
    "a comment beside code that came",
    FUNCTION.replace(
      "    rate = rates()\n    price = sum(items)\n",
      "    # in cents ...\n    price = cents(items)\n    rate = 1\n",
    ),
  ],
  [
    "a note about what went",
    "def total(items):\n    # the shop adds the taxes\n    return shop.total(items)\n",
  ],
  ["one line that went", FUNCTION.replace("    price = price * rate\n", "    # (no rate)\n")],
])("%s is no placeholder", async (_what, after) => {
  expect(await rulesOf("a.py", FUNCTION, after)).toEqual([])
})

it("a plain comment stands for nothing where code came elsewhere, which may make the names", async () => {
  const before = "start()\nrate = rates()\nprice = 1\nkeep()\ncharge(total)\n"
  const after = "start()\n# rates are constant\nkeep()\ncharge(lambda rate: rate)\n"
  expect(await rulesOf("a.py", before, after)).toEqual([])
})

it("takes a comment that was there in other signs for what it was", async () => {
  const before = "package a\n\n// r.Get()\n// other routes...\n// r.Put()\nfunc A() {}\n"
  const after = "package a\n\n//\tr.Get()\n//\t// other routes...\n//\tr.Put()\nfunc A() {}\n"
  expect(await rulesOf("a.go", before, after)).toEqual([])
  expect(await rulesOf("a.go", before.replace("// other routes...\n", ""), after)).not.toEqual([])
})
