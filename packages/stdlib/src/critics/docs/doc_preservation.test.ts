import { changeSet } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { docPreservation } from "./doc_preservation.ts"
import { fencedBlocks } from "./fences.ts"

async function rulesOf(before: string | null, after: string | null, options = {}, path = "README.md") {
  const change = changeSet([{ path, before, after }])
  const verdict = await docPreservation.check(change, memoryFacts({}, change), options)
  return verdict.status === "fail" ? verdict.violations.map(({ rule }) => rule) : [verdict.status]
}

const fenced = (code: string, tag = "bash", fence = "```") => `# T\n\n${fence}${tag}\n${code}\n${fence}\n`
const LONG = "x".repeat(100)

describe("G13", () => {
  it.each([
    ["29 of 100 characters stay", fenced(LONG), fenced("x".repeat(29)), ["code_blocks_lost"]],
    ["30 of 100 characters stay", fenced(LONG), fenced("x".repeat(30)), ["pass"]],
    ["characters are code points", fenced("😀".repeat(49)), "# T\n", ["pass"]],
    ["50 code points", fenced("😀".repeat(50)), "# T\n", ["code_blocks_lost"]],
    ["CRLF", fenced(LONG).replaceAll("\n", "\r\n"), "# T\r\n", ["code_blocks_lost"]],
    [
      "only line ends change",
      fenced(`${LONG}\n`.repeat(9)).replaceAll("\n", "\r\n"),
      fenced(`${LONG}\n`.repeat(9)),
      ["pass"],
    ],
    ["tildes", fenced(LONG, "", "~~~"), "# T\n", ["code_blocks_lost"]],
    ["a tag with other characters", fenced(LONG, 'c++ title="x" '), "# T\n", ["code_blocks_lost"]],
    [
      "four back-ticks around three",
      fenced(`\`\`\`\n${LONG}\n\`\`\``, "md", "````"),
      "# T\n",
      ["code_blocks_lost"],
    ],
    ["a fence in a list", `- a\n\n    \`\`\`sh\n    ${LONG}\n    \`\`\`\n`, "- a\n", ["code_blocks_lost"]],
    ["a fence that no longer closes", fenced(LONG), `\`\`\`bash\n${LONG}\n`, ["code_blocks_lost"]],
    ["one literal line break", fenced("a"), fenced("a\\nb"), ["pass"]],
    ["literal line breaks in quotes", fenced("a"), fenced("'<p>\\n<b>\\n'"), ["pass"]],
    ["quotes that were escaped too", fenced("a"), fenced('print("a")\\nprint("b")\\n'), ["literal_newlines"]],
    ["line breaks of a pattern", fenced("a"), fenced("a.split(/\\n\\n/)"), ["pass"]],
    ["paths beside line breaks", fenced("a"), fenced("cd a/b\\nls c/d\\nls"), ["literal_newlines"]],
    ["a fence that is indentation now", fenced(LONG), `    ${LONG}\n`, ["pass"]],
    ["a fence that is prose now", fenced(LONG), `${LONG}\n`, ["code_blocks_lost"]],
    ["two literal line breaks", fenced("a"), fenced("a\\nb\\nc"), ["literal_newlines"]],
    ["two that were there before", fenced("a\\nb\\nc"), `More.\n${fenced("a\\nb\\nc")}`, ["pass"]],
    ["a block that became one line", fenced("a"), "```bash\\ncargo b\\n```\n", ["literal_newlines"]],
    ["literal line breaks in prose", "a", "a\\nb\\nc", ["pass"]],
    ["60 % of the prose stays", "p".repeat(1000), "p".repeat(600), ["pass"]],
    ["29 % of the prose stays", "p".repeat(1000), "p".repeat(290), ["document_shrunk"]],
    ["30 % of the prose stays", "p".repeat(1000), "p".repeat(300), ["pass"]],
    ["a short document", "p".repeat(499), "", ["pass"]],
    ["a document just long enough", "p".repeat(500), "", ["document_shrunk"]],
    ["a created document", null, fenced("a\\nb\\nc"), ["pass"]],
    ["a deleted document with code", fenced(LONG), null, ["code_blocks_lost"]],
    ["a deleted document without code", "p".repeat(1000), null, ["pass"]],
  ])("%s", async (_case, before, after, rules) => {
    expect(await rulesOf(before, after)).toEqual(rules)
  })

  it("says nothing of a document that moved, and of a deletion when told so", async () => {
    const change = changeSet([
      { path: "README.md", before: fenced(LONG) },
      { path: "docs/a.md", after: fenced(LONG) },
    ])
    expect(await docPreservation.check(change, memoryFacts({}, change))).toEqual({ status: "pass" })
    expect(await rulesOf(fenced(LONG), null, { deletes: false })).toEqual(["pass"])
  })

  it("says nothing of a document whose text moved to a new one", async () => {
    const text = `${fenced(LONG)}${"More words.\n".repeat(60)}Last.\n`
    const judge = async (moved: string) => {
      const change = changeSet([
        { path: "CHANGELOG.md", before: text, after: "See app/CHANGELOG.md\n" },
        { path: "app/CHANGELOG.md", after: moved },
      ])
      return (await docPreservation.check(change, memoryFacts({}, change))).status
    }
    expect(await judge(text)).toBe("pass")
    expect(await judge("# Something else\n")).toBe("fail")
  })

  it("says nothing of a document that new ones tell anew, and only warns of one that is deleted", async () => {
    const words = Array.from({ length: 40 }, (_none, at) => `word${at}`)
    const before = fenced(words.join("\n"))
    const judge = async (anew: string) => {
      const change = changeSet([
        { path: "docs/03-line.md", before, after: null },
        { path: "docs/charts/line.md", before: null, after: anew },
      ])
      const facts = memoryFacts({ "docs/index.md": "[Lines](./03-line.md)\n" }, change)
      const verdict = await docPreservation.check(change, facts, {})
      return verdict.status === "fail" ? verdict.violations.map(({ severity }) => severity) : verdict.status
    }
    const mixed = words.toReversed().join(" or ")
    expect(await judge(fenced(mixed))).toBe("pass")
    expect(await judge(fenced(mixed.replaceAll(/word[12]\d/g, "other")))).toEqual(["warning"])
    const change = changeSet([{ path: "a.md", before, after: "# T\n" }])
    const verdict = await docPreservation.check(change, memoryFacts({}, change), {})
    expect(verdict).toMatchObject({
      status: "fail",
      violations: [expect.not.objectContaining({ severity: "warning" })],
    })
  })

  it("says nothing of a document that says where its text is now", async () => {
    const guide = `${"Scrapyd runs spiders.\n".repeat(50)}${fenced(LONG)}`
    const moved = "# Scrapyd\n\nScrapyd has moved to its own project: https://scrapyd.example.org\n"
    expect(await rulesOf(guide, moved)).toEqual(["pass"])
    expect(await rulesOf(guide, moved.replace(/https.*/, "elsewhere"))).not.toEqual(["pass"])
    expect(await rulesOf(guide, moved.replace("has moved to", "is"))).not.toEqual(["pass"])
  })

  it("says nothing of code that became a file of its own", async () => {
    const code = Array.from({ length: 20 }, (_none, at) => `  call(${at})`)
    const before = fenced(code.join("\n"))
    const judge = async (lines: readonly string[]) => {
      const change = changeSet([
        { path: "docs/a.md", before, after: '# T\n\n{{< embed "a.go" >}}\n' },
        { path: "recipes/a.go", before: null, after: lines.map((line) => `\t${line.trim()}\n`).join("") },
      ])
      return (await docPreservation.check(change, memoryFacts({}, change), {})).status
    }
    expect(await judge(code)).toBe("pass")
    expect(await judge(code.slice(0, 10))).toBe("fail")
  })

  it("says nothing of a document that goes with the code it is about", async () => {
    const guide = fenced(`load_orders("x") # ${LONG}`)
    const judge = async (code: string | null, text: string | null, others: Record<string, string> = {}) => {
      const change = changeSet([
        { path: "docs/orders.md", before: guide, after: text },
        { path: "src/orders.py", before: "def load_orders(path): pass\n", after: code },
      ])
      return (await docPreservation.check(change, memoryFacts(others, change), { strict: true })).status
    }
    expect(await judge(null, null)).toBe("pass")
    expect(await judge("def other(): pass\n", "# T\n")).toBe("pass")
    expect(await judge("def load_orders(): pass\n", null)).toBe("fail")
    expect(await judge(null, null, { "src/b.py": "from orders import load_orders\n" })).toBe("fail")
  })

  it("says nothing of a deleted document that nothing names, unless every project has one, or it is strict", async () => {
    const judge = async (path: string, others: Record<string, string> = {}, strict = false) => {
      const change = changeSet([{ path, before: fenced(LONG), after: null }])
      return (await docPreservation.check(change, memoryFacts(others, change), { strict })).status
    }
    expect(await judge("docs/esm.md")).toBe("pass")
    expect(await judge("docs/esm.md", {}, true)).toBe("fail")
    expect(await judge("README.md")).toBe("fail")
    expect(await judge("tests/README.md", { "a.md": "See README.md.\n" })).toBe("pass")
    expect(await judge("tests/README.md", { "a.md": "See tests/README.md.\n" })).toBe("fail")
    expect(await judge("docs/esm.md", { "README.md": "See [modules](docs/esm.md).\n" })).toBe("fail")
    expect(await judge("docs/esm.md", { "mkdocs.yml": "nav:\n  - docs/esm\n" })).toBe("fail")
  })

  it("says nothing of code that the document now tells in its text", async () => {
    const code = "koa        4312 requests\nexpress    2891 requests\nconnect    3377 requests\n"
    const table = "| koa | 4312 requests |\n| express | 2891 requests |\n| connect | 3377 requests |\n"
    expect(await rulesOf(fenced(code), `# T\n\n${table}`)).toEqual(["pass"])
    expect(await rulesOf(fenced(code), "# T\n\n| koa | 4312 requests |\n")).toEqual(["code_blocks_lost"])
  })

  it("takes tildes in reStructuredText for the line below a title", async () => {
    const text = "Fixes\n~~~~~\n\n* Headers with ``\\n`` instead of ``\\r\\n\\r\\n``.\n"
    expect(await rulesOf("", text, {}, "a.rst")).toEqual(["pass"])
    expect(await rulesOf("", text, {}, "a.md")).toEqual(["literal_newlines"])
  })

  it("looks at documents only", async () => {
    expect(await rulesOf(fenced(LONG), "", {}, "a.py")).toEqual(["pass"])
    expect(await rulesOf(fenced(LONG), "", {}, "a.RST")).toEqual(["code_blocks_lost"])
  })

  it.each([
    [{ PROOFLOOP_G13_DOC_SHRINK_FLOOR: "0.50" }, { shrink_floor: 0.5 }],
    [{ PROOFLOOP_G13_DOC_SHRINK_FLOOR: "1.5" }, {}],
    [{ PROOFLOOP_G13_DOC_SHRINK_FLOOR: "nope" }, {}],
    [{ PROOFLOOP_G13_DOC_SHRINK_FLOOR: "" }, {}],
    [{ PROOFLOOP_G13_BULK_SHRINK: "No" }, { bulk_shrink: false }],
    [{ PROOFLOOP_G13_BULK_SHRINK: "on" }, {}],
  ])("reads %j from the environment", (env, options) => {
    expect(docPreservation.environment(env)).toEqual(options)
  })

  it("reads two blocks", () => {
    const blocks = fencedBlocks("```\nfoo\n```\ntext\n```js\nbar\n```".split("\n"))
    expect(blocks.map(({ body }) => body.join("\n"))).toEqual(["foo", "bar"])
  })
})
