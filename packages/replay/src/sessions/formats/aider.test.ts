import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { itemsOf, outlineOf } from "../sessions.fixture.ts"

it("reads every chat of a history", async () => {
  expect(await outlineOf("aider.chat.history.md")).toEqual([
    "run aider#2025-01-30 16:23:58 | aider.chat.history.md | aider | gpt-4o",
    "0: The total needs the tax:⏎⏎#### What changes⏎⏎> a quote of th… (13000 + 1200)",
    '  0 apply_edits {"files":[],"edits":"a3bad1535be8a248"} [edit] failed > The LLM did not conform to the edit format.⏎# 1 SEARCH/REPLA…',
    "1: I look again.⏎⏎cart.py⏎```python⏎<<<<<<< SEARCH⏎    return s… (2695 + 177)",
    '  1 apply_edits {"files":["cart.py"],"edits":"ac70d1b851c843fe"} [edit] ok > Applied edit to cart.py',
    `  2 run {"command":"mkdir -p reports"} [] ok > mkdir: cannot create directory 'reports': File exists`,
    '  3 lint {"command":"pylint cart.py"} [] failed > ## Running: pylint cart.py⏎⏎cart.py:1:0: C0114: Missing modu…',
    "4: A docstring is not needed. (3100 + 12)",
    '  4 apply_edits {"files":["cart.py"],"edits":"1c7eefda78d2c514"} [edit] ok > Applied edit to cart.py',
    '  5 test {"command":""} [] interrupted',
    "6: ",
    '  6 run {"command":"pytest -q"} [] interrupted',
    "run aider#2025-01-31 09:00:00 | aider.chat.history.md | aider | o1",
    "0: You are welcome. (100 + 5)",
  ])
})

it("tells edits of one file apart, and knows one that is tried again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proofloop-aider-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, ".aider.chat.history.md")
  const reply = (words: string, tax: string) =>
    `${words}\n\ncart.py\n\`\`\`python\n<<<<<<< SEARCH\nrate = 0\n=======\nrate = ${tax}\n>>>>>>> REPLACE\n\`\`\`\n\n> Applied edit to cart.py  \n\n`
  const replies = [reply("First.", "0.19"), reply("Then.", "0.07"), reply("Once more.", "0.19")]
  await writeFile(file, `# aider chat started at 2025-01-30 16:23:58\n\n${replies.join("")}`)
  const items = await itemsOf(file)
  const [first, second, third] = items.flatMap((item) =>
    item.type === "turn" ? item.turn.calls.map(({ tool_call }) => tool_call.arguments) : [],
  )
  expect(first).toMatchObject({ files: ["cart.py"] })
  expect(second).not.toEqual(first)
  expect(third).toEqual(first)
})

it("reads files that the user adds for a reply as what the reply got", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proofloop-aider-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, ".aider.chat.history.md")
  const asks = (answer: string) =>
    `I need cart.py.\n\n> Tokens: 1k sent, 10 received.  \n> cart.py  \n> Add file to the chat? (Y)es/(N)o/(D)on't ask again [Yes]: ${answer}  \n\n`
  await writeFile(file, `# aider chat started at 2025-01-30 16:23:58\n\n${asks("y")}${asks("n")}Then not.\n`)
  const items = await itemsOf(file)
  const calls = items.flatMap((item) => (item.type === "turn" ? [item.turn.calls] : []))
  expect(calls.map((made) => made.map(({ tool_call }) => [tool_call.name, tool_call.arguments]))).toEqual([
    [["add_files", { files: ["cart.py"] }]],
    [],
    [],
  ])
})

it("is told by what it begins with where a line of a reply is JSON", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proofloop-aider-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, ".aider.chat.history.md")
  await writeFile(file, "\n# aider chat started at 2025-01-30 16:23:58\n\nThe answer is\n\n42\n")
  expect((await itemsOf(file)).map(({ type }) => type)).toEqual(["run", "turn"])
})
