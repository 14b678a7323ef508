import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { SeenLines } from "../seen_lines.ts"
import { fixturePath, itemsOf, outlineOf, outlineOfLines } from "../sessions.fixture.ts"

it("reads a session, its sub-agent as a run of its own, and counts the tokens of a response once", async () => {
  expect(await outlineOf("claude_code_1.jsonl")).toEqual([
    "run 8f0c2a54-5d7e-4b63-9a0e-2f6f1d7c9b10 | claude_code_1.jsonl | Claude Code | claude-sonnet-4-20250514",
    "0: I look at the code and run the tests. (2104 + 87)",
    '  0 Read {"file_path":"/home/dev/shop/cart.js"} [read] ok >      1→export const total = (items) => items.reduce((sum, it…',
    '  1 Bash {"command":"npm test","description":"Run the tests"} [] failed 1 > > shop@1.0.0 test⏎> node --test⏎⏎✖ adds tax to the total (1.…',
    "2:  (2104 + 60)",
    '  2 Edit {"file_path":"/home/dev/shop/cart.js","old_string":"sum + it… [edit] failed > <tool_use_error>String to replace not found in file.⏎String:…',
    "3:  (2104 + 40)",
    '  3 Task {"description":"Find callers","prompt":"Who calls total?","s… [inspect] ok > Only page.js calls it.',
    "4:  (2104 + 50)",
    '  4 MultiEdit {"file_path":"/home/dev/shop/cart.js","edits":[{"old_string"… [edit] ok > Applied 1 edit to /home/dev/shop/cart.js',
    "5:  (2104 + 55)",
    '  5 Bash {"command":"npm test"} [] ok 0 > > shop@1.0.0 test⏎> node --test⏎⏎✔ adds tax to the total (0.…',
    '  6 TodoWrite {"todos":[{"content":"Fix the tax","status":"completed"}]} [think soft] ok > Todos have been modified successfully.',
    "7: The total holds the tax now. (2104 + 12)",
    "run 8f0c2a54-5d7e-4b63-9a0e-2f6f1d7c9b10/line-12 | claude_code_1.jsonl | Claude Code | claude-sonnet-4-20250514",
    "0:  (2104 + 1)",
    '  0 Grep {"pattern":"total\\\\(","path":"/home/dev/shop"} [search] ok > Found 1 file⏎/home/dev/shop/page.js',
    "1: Only page.js calls it. (2104 + 1)",
  ])
})

it("tells commands in the background, refusals and interruptions, and names lines it cannot read", async () => {
  expect(await outlineOf("claude_code_2.jsonl")).toEqual([
    "run 8f0c2a54-5d7e-4b63-9a0e-2f6f1d7c9b10 | claude_code_2.jsonl | Claude Code | claude-sonnet-4-20250514",
    "0:  (2104 + 1)",
    '  0 Bash {"command":"npm run e2e","run_in_background":true} [] running > Command running in background with ID: b1f00d. Output is bei…',
    "1:  (2104 + 1)",
    '  1 BashOutput {"bash_id":"b1f00d","command":"npm run e2e"} [soft] running > <status>running</status>⏎⏎<stdout>⏎starting⏎</stdout>⏎⏎<time…',
    "2:  (2104 + 1)",
    '  2 BashOutput {"bash_id":"b1f00d","command":"npm run e2e"} [] failed 1 > 1 failed⏎  cart.spec.ts:4:1 › shows the tax',
    "3: I delete the old screenshots. (2104 + 1)",
    `  3 Bash {"command":"rm -rf shots"} [] refused > The user doesn't want to proceed with this tool use. The too…`,
    "4:  (2104 + 1)",
    '  4 Bash {"command":"npm run e2e -- --debug"} [] interrupted > waiting for the debugger',
    'skipped 19: unknown type of line "mystery"',
    "skipped 20: the line is not JSON",
    "5:  (2104 + 1)",
    '  5 Write {"file_path":"/home/dev/shop/notes.md","content":"later\\n"} [edit] interrupted',
    "6: API Error: 529",
  ])
})

it("counts a call once that other lines repeat, and its result", async () => {
  const line = (type: string, id: string, block: object) => ({
    type,
    uuid: id,
    sessionId: "s",
    message: { id, role: type, content: [block] },
  })
  const call = { type: "tool_use", id: "toolu_1", name: "Read", input: { file_path: "a.ts" } }
  const result = { type: "tool_result", tool_use_id: "toolu_1", content: "export {}" }
  const lines = [
    line("assistant", "1", call),
    line("assistant", "2", call),
    line("user", "3", result),
    line("assistant", "4", call),
    line("user", "5", result),
    line("user", "6", { ...result, tool_use_id: "toolu_2" }),
  ]
  expect(await outlineOfLines(...lines)).toEqual([
    "skipped 6: a result without its call",
    "run s | session.jsonl | Claude Code | -",
    "0: ",
    '  0 Read {"file_path":"a.ts"} [read] ok > export {}',
  ])
})

it("reads the file of a sub-agent", async () => {
  expect(await outlineOf("claude_code_agent.jsonl")).toEqual([
    "run 8f0c2a54-5d7e-4b63-9a0e-2f6f1d7c9b10/a1b2c3 | claude_code_agent.jsonl | Claude Code | claude-sonnet-4-20250514",
    "0:  (2104 + 1)",
    '  0 Glob {"pattern":"**/*.js"} [search] ok > /home/dev/shop/page.js',
    "1: Only page.js. (2104 + 1)",
  ])
})

it("reads what is printed as stream-json", async () => {
  expect(await outlineOf("claude_code_stream.jsonl")).toEqual([
    "run 8f0c2a54-5d7e-4b63-9a0e-2f6f1d7c9b10 | claude_code_stream.jsonl | Claude Code | claude-sonnet-4-20250514",
    "0:  (3 + 20)",
    '  0 Bash {"command":"ls"} [] ok 0 > cart.js⏎page.js',
    "1: Two files. (5 + 4)",
  ])
})

it("reads lines once that a resumed session holds again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proofloop-claude-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, "resumed.jsonl")
  const text = await readFile(fixturePath("claude_code_1.jsonl"), "utf8")
  const history = text.split("\n").slice(0, 8).join("\n")
  await writeFile(file, `${history}\n${text}`)
  const [, ...turns] = await itemsOf(file)
  const [, ...expected] = await itemsOf(fixturePath("claude_code_1.jsonl"))
  const shown = ({ type, ...rest }: (typeof turns)[number]) => (type === "turn" ? rest : type)
  expect(turns.map(shown)).toEqual(expected.map(shown))
})

it("remembers the last fifty thousand lines", () => {
  const seen = new SeenLines()
  const repeated = Array.from({ length: 100_001 }, (_, id) => seen.repeats(String(id)))
  expect(repeated).not.toContain(true)
  expect(seen.repeats("100000")).toBe(true)
  expect(seen.repeats("50001")).toBe(true)
  expect(seen.repeats("49999")).toBe(false)
})
