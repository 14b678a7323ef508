import { describe, expect, it } from "vitest"
import { carriedCalls, carriedResults } from "./carried_calls.ts"

const codeOf = (code: string) =>
  carriedCalls({ input: code }).map(({ tool, arguments: given }) => [tool, given])

describe("calls that code makes", () => {
  it.for<[string, readonly unknown[]]>([
    [
      'text(await tools.exec_command({cmd:"ls -l", workdir:"/p"}))',
      [["exec_command", { cmd: "ls -l", workdir: "/p" }]],
    ],
    ['await tools["apply_patch"]("*** Begin Patch")', [["apply_patch", { input: "*** Begin Patch" }]]],
    ["const cmd = `npm test`; await tools.exec_command({ cmd })", [["exec_command", { cmd: "npm test" }]]],
    [
      'const p = ["*** Begin Patch", "*** End Patch"].join("\\n"); await tools.apply_patch(p)',
      [["apply_patch", { input: "*** Begin Patch\n*** End Patch" }]],
    ],
    [
      'await Promise.all([tools.exec_command({cmd:"a"}), tools.exec_command({cmd:"b"})])',
      [
        ["exec_command", { cmd: "a" }],
        ["exec_command", { cmd: "b" }],
      ],
    ],
    [
      "for (const path of paths) await tools.exec_command({cmd: path})",
      [["exec_command", { cmd: undefined }]],
    ],
    ['let cmd = "a"; cmd = "b"; await tools.exec_command({cmd})', [["exec_command", { cmd: undefined }]]],
    ['const o = {cmd:"a"}; o.cmd = "b"; await tools.exec_command(o)', [["exec_command", {}]]],
    ["text(await tools.update_plan())", [["update_plan", {}]]],
    ['const t = "tools.exec_command({})"', []],
    ["grep -rn tools.exec_command( src", []],
    ["await tools.exec_command({cmd:", []],
  ])("%s", ([code, expected]) => {
    expect(codeOf(code)).toEqual(expected)
  })

  it("are none in the content of a file, nor in text beyond the bound", () => {
    expect(carriedCalls({ content: "tools.run({})", path: "a.js" })).toEqual([])
    expect(carriedCalls({ code: `${" ".repeat(300_000)}tools.run({})` })).toEqual([])
  })
})

describe("what they gave", () => {
  const said = (observation: string) => ({ observation })

  it("is the script's own output without its head, or the answer that it printed", () => {
    const text = "Script completed\nWall time 0.1 seconds\nOutput:\n\n3 passed"
    expect(carriedResults(1, said(text))).toEqual([{ observation: "3 passed" }])
    const answer = 'Script completed\nOutput:\n{"exit_code":1,"output":"1 failed"}'
    expect(carriedResults(1, said(answer))).toEqual([{ observation: "1 failed", exit_code: 1 }])
    expect(carriedResults(1, said('{"session_id":4,"output":""}'))).toEqual([
      { observation: "", status: "running" },
    ])
    expect(carriedResults(1, said("Script failed\nOutput:\nboom"))).toEqual([
      { observation: "boom", failed: true },
    ])
  })

  it("cannot be told of several", () => {
    const one = { observation: "a b", status: "unknown" }
    expect(carriedResults(2, said("a b"))).toEqual([one, one])
  })
})
