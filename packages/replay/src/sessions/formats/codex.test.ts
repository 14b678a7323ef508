import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { itemsOf, outlineOf, outlineOfLines } from "../sessions.fixture.ts"

it("reads shell calls with JSON results, patches and refusals; events of the interface are no turns", async () => {
  expect(await outlineOf("codex_shell.jsonl")).toEqual([
    "run 0199a2d7-41c4-78b1-b7cc-a45d62a89cd5 | codex_shell.jsonl | Codex CLI | gpt-5-codex",
    "0: **Running the tests** (4000 + 120)",
    '  0 shell {"command":"pytest -q tests","workdir":"/home/dev/shop"} [] failed 1 > ============================= test session starts ==========…',
    '  1 shell {"command":"cat shop/cart.py"} [] ok 0 > def total(items):⏎    return sum(items)',
    "2: I add the tax.",
    '  2 apply_patch {"input":"*** Begin Patch\\n*** Update File: shop/cart.py\\n@@… [edit] failed > apply_patch verification failed: Failed to find expected lin…',
    "3: ",
    '  3 apply_patch {"input":"*** Begin Patch\\n*** Update File: shop/cart.py\\n@@… [edit] ok > Success. Updated the following files:⏎M shop/cart.py',
    "4: ",
    '  4 update_plan {"plan":[{"step":"Add the tax","status":"completed"}]} [think soft] ok > Plan updated',
    "5: ",
    '  5 shell {"command":"git push","with_escalated_permissions":true} [] refused > exec command rejected by user',
    "6: Done, not pushed.",
  ])
})

it("follows a command from its start to the poll that tells its end", async () => {
  expect(await outlineOf("codex_unified_exec.jsonl")).toEqual([
    "run 019b0000-0000-7000-8000-000000000001 | codex_unified_exec.jsonl | Codex CLI | gpt-5.2-codex",
    "0: ",
    '  0 exec_command {"cmd":"npm test","workdir":"/home/dev/shop","yield_time_ms"… [] running > Chunk ID: c15eb7⏎Wall time: 1.0012 seconds⏎Process running w…',
    "1: ",
    '  1 write_stdin {"session_id":41,"chars":"","yield_time_ms":5000,"command":"… [] failed 1 > ✖ adds tax (1.2ms)⏎  100 !== 119⏎ℹ fail 1',
    "2: ",
    '  2 exec_command {"cmd":"apply_patch <<\'EOF\'\\n*** Begin Patch\\n*** Update Fil… [edit] ok > Success. Updated the following files:⏎M shop/cart.py',
    "3: ",
    '  3 exec_command {"cmd":"sleep 600","command":"sleep 600"} [] interrupted > aborted by user after 12.3s',
    "4: ",
    '  4 mcp__docs__lookup {"topic":"tax"} [read] interrupted',
  ])
})

it("reads the calls that code makes, and how they ended by what the client recorded", async () => {
  const item = (payload: object) => ({ type: "response_item", payload })
  const ended = (of: object) => ({ type: "event_msg", payload: { type: "item_completed", item: of } })
  const ran = (line: string, exit_code: number, aggregated_output: string) =>
    ended({
      type: "CommandExecution",
      id: `exec-${exit_code}`,
      command: ["/bin/zsh", "-lc", line],
      status: exit_code === 0 ? "completed" : "failed",
      exit_code,
      aggregated_output,
    })
  const exec = (call_id: string, input: string) =>
    item({ type: "custom_tool_call", call_id, name: "exec", input })
  const output = (call_id: string, ...texts: readonly string[]) =>
    item({
      type: "custom_tool_call_output",
      call_id,
      output: texts.map((text) => ({ type: "input_text", text })),
    })
  const patch = 'const r = await tools.apply_patch("*** Begin Patch\\n*** End Patch"); text(r)'
  const both =
    'for (const cmd of ["npm run lint", "npm test"]) text((await tools.exec_command({cmd})).output)'
  const lines = [
    { type: "session_meta", payload: { id: "s" } },
    exec("1", 'text((await tools.exec_command({cmd:"cargo test"})).output)'),
    ran("cargo test", 101, "mismatch"),
    output("1", "Script completed\nOutput:\n", "mismatch"),
    exec("2", patch),
    output("2", "Script completed\nOutput:\n", "Success. Updated the following files:\nM src/lib.rs"),
    exec("3", patch),
    ended({
      type: "FileChange",
      id: "exec-9",
      changes: { "/p/a.rs": { type: "update", unified_diff: "-a\n+b" } },
      status: "failed",
      stderr: "no such lines",
    }),
    output("3", "Script failed\nOutput:\n", "no such lines"),
    exec("4", both),
    ran("npm run lint", 0, ""),
    ran("npm test", 1, "1 failed"),
    output("4", "Script completed\nOutput:\n", "1 failed"),
  ]
  const calls = (await outlineOfLines(...lines)).filter((line) => line.startsWith("  "))
  expect(calls).toEqual([
    '  0 exec_command {"command":"cargo test"} [] failed 101 > mismatch',
    '  1 apply_patch {"input":"*** Begin Patch\\n*** End Patch"} [edit] ok > Success. Updated the following files:⏎M src/lib.rs',
    '  2 apply_patch {"changes":[{"type":"update","unified_diff":"-a\\n+b","path":… [edit] failed > no such lines',
    '  3 exec_command {"command":"npm run lint"} [] ok 0 > ',
    '  4 exec_command {"command":"npm test"} [] failed 1 > 1 failed',
  ])
})

it("reads items without a wrapper", async () => {
  expect(await outlineOf("codex_bare.jsonl")).toEqual([
    "run 5973b6c0-94b8-487b-a530-2aeb6098ae0e | codex_bare.jsonl | Codex CLI | -",
    "0: **Listing**",
    '  0 local_shell {"type":"exec","command":"ls","timeout_ms":null,"working_dir… [] ok 0 > cart.py',
    "1: One file, cart.py.",
  ])
})

it("reads the document of the first version", async () => {
  expect(await outlineOf("codex_typescript.json")).toEqual([
    "run f2b0c1f4e7 | codex_typescript.json | Codex CLI | -",
    "0: ",
    '  0 shell {"command":"ls"} [] ok 0 > cart.py',
    "1: cart.py",
  ])
})

it("reads what codex exec --json prints", async () => {
  expect(await outlineOf("codex_exec_json.jsonl")).toEqual([
    "run 019a2d7a-41c4-78b1-b7cc-a45d62a89cd5 | codex_exec_json.jsonl | Codex CLI | -",
    "0: **Running the tests**",
    '  0 shell {"command":"pytest -q"} [] failed 1 > FAILED tests/test_tax.py::test_tax - assert 100 == 119⏎1 fai…',
    "1: ",
    '  1 apply_patch {"changes":[{"path":"/home/dev/shop/cart.py","kind":"update"… [edit] ok > update /home/dev/shop/cart.py',
    "2: ",
    '  2 mcp__docs__lookup {"topic":"tax"} [read] failed > no such topic',
    "3: ",
    '  3 shell {"command":"ls"} [] refused > ',
    "4: Done.",
  ])
})

it("tells file changes apart that name the same file, by what they hold or by their item", async () => {
  const folder = await mkdtemp(join(tmpdir(), "proofloop-codex-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, "exec.jsonl")
  const change = { path: "cart.py", kind: "update" }
  const edits = [[change], [change], [{ ...change, diff: "+a" }], [{ ...change, diff: "+a" }]]
  const lines = edits.map((changes, index) => {
    const item = { id: `item_${index}`, type: "file_change", changes, status: "completed" }
    return JSON.stringify({ type: "item.completed", item })
  })
  await writeFile(file, lines.join("\n"))
  const items = await itemsOf(file)
  const sent = items.flatMap((item) =>
    item.type === "turn" ? item.turn.calls.map(({ tool_call }) => tool_call.arguments) : [],
  )
  expect(sent).toEqual([
    { changes: [change], item: "item_0" },
    { changes: [change], item: "item_1" },
    { changes: edits[2] },
    { changes: edits[3] },
  ])
})

it("keeps calls whose results come late, or are not recorded", async () => {
  const item = (payload: object) => ({ type: "response_item", payload })
  const made = (call_id: string, command: string) =>
    item({ type: "function_call", name: "shell", arguments: JSON.stringify({ command }), call_id })
  const gave = (call_id: string, output: string) => item({ type: "function_call_output", call_id, output })
  const search = item({ type: "web_search_call", action: { type: "search", query: "tax" } })
  expect(
    await outlineOfLines(
      made("a", "ls"),
      made("b", "pwd"),
      gave("b", "/w"),
      search,
      made("c", "id"),
      gave("a", "cart.py"),
      gave("c", "dev"),
    ),
  ).toEqual([
    "run session | session.jsonl | Codex CLI | -",
    "0: ",
    '  0 shell {"command":"ls"} [] ok > cart.py',
    '  1 shell {"command":"pwd"} [] ok > /w',
    "2: ",
    '  2 web_search {"type":"search","query":"tax"} [fetch] interrupted',
    "3: ",
    '  3 shell {"command":"id"} [] ok > dev',
  ])
})
