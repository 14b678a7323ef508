import { expect, test } from "vitest"
import { commandProblems } from "./commands.ts"
import { markdownPages } from "./markdown_page.ts"

test("every command in the docs is one that would be taken", () => {
  expect(markdownPages().flatMap(commandProblems)).toEqual([])
})

test("a line that says that hooks hold shows the flag that makes them", () => {
  const lines = markdownPages().flatMap(({ text }) => text.split("\n"))
  const promising = lines.filter((line) =>
    /hook install.*\b(?:holds?|held)\b/.test(line.replaceAll("--hold", "")),
  )
  expect(promising.length).toBeGreaterThan(0)
  expect(promising.filter((line) => !line.includes("--hold"))).toEqual([])
})

test("a command that would be refused is found, and the line it begins in", () => {
  const text = [
    'npx proofloop run --repo . --task "a b" \\',
    '  --verify "npm test" # --not an option',
    "`npx proofloop runn` and `npx proofloop explain --colour x.jsonl`",
    "npx proofloop run --repo . \\",
    "  --tsk x",
    "`npx proofloop --help`, `npm run docs`, `npm test -- --only lint,layers`, `npm test -- fold`",
    "`npx proofloop feedback`, `npx proofloop feedback show ID`, `npx proofloop feedback shw ID`",
    "`npx proofloop feedback show ID --retry`",
    "npm run dosc; npm test -- --only lint,layer",
    "`npm run lab`, `npm run lab -- world`, `npm run lab -- bench --quick`, `npm run lab -- simulate`",
    "npm run lab -- simulation --sed 3",
  ].join("\n")
  expect(commandProblems({ path: "page.md", text })).toEqual([
    "page.md:3: npx proofloop runn: no verb runn",
    expect.stringMatching(/^page\.md:3: npx proofloop explain .*unknown option --colour/),
    expect.stringMatching(/^page\.md:4: npx proofloop run .*unknown option --tsk/),
    "page.md:7: npx proofloop feedback shw ID: no action feedback shw",
    expect.stringMatching(/^page\.md:8: npx proofloop feedback show .*unknown option --retry/),
    "page.md:9: npm run dosc: no script dosc",
    "page.md:9: npm test -- --only lint,layer: no step layer",
    expect.stringMatching(/^page\.md:10: npm run lab -- simulate: .*did you mean simulation/),
    expect.stringMatching(/^page\.md:11: npm run lab -- simulation .*unknown option --sed/),
  ])
})
