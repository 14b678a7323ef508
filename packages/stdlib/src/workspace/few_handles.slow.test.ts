import { spawnSync } from "node:child_process"
import { expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"

const moduleAt = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

/** Runs with a journal, a trace, a shell, a digest and a verify command, with more and more free file handles. */
const program = `
  import { closeSync, openSync } from "node:fs"
  import { setTimeout } from "node:timers/promises"
  import { prepareProcesses } from ${moduleAt("../../../foundation/src/process.ts")}
  import { createAgentLoop, scriptedModel } from ${moduleAt("../../../runtime/src/index.ts")}
  import { workspaceTools } from ${moduleAt("./workspace_tools.ts")}

  const [cwd, kept] = process.argv.slice(1)
  const call = (name, args) => ({ tool_calls: [{ id: name, name, arguments: args }] })
  const steps = [
    call("shell", { command: "echo hi" }),
    call("write_file", { path: "b.txt", content: "b" }),
    call("read_file", { path: "a.txt" }),
    call("search", { pattern: "a" }),
    { text: "Done. ##DONE##" },
  ]
  const strays = []
  for (const name of ["uncaughtException", "unhandledRejection"]) process.on(name, (error) => strays.push(String(error)))
  const tools = workspaceTools({ root: cwd, shell: {} })
  await prepareProcesses()
  const held = []
  const take = () => { try { for (;;) held.push(openSync("/dev/null")) } catch {} }
  const ends = []
  for (let free = 0; free <= 15; free += 1) {
    take()
    for (const handle of held.splice(0, free)) closeSync(handle)
    const loop = createAgentLoop({
      model: scriptedModel(steps, { when_exhausted: "repeat_last" }),
      tools,
      verify_completion: { command: "true", cwd },
      trace: kept + "/" + free + ".trace.jsonl",
    })
    const { status, verified, stop_reason } = await loop.run("do it", { journal: kept + "/" + free + ".jsonl" }).result
    await setTimeout(20)
    ends.push({ free, status, stop_reason, verified })
  }
  process.stdout.write(JSON.stringify({ ends, strays }))
`

interface Outcome {
  readonly ends: readonly { readonly free: number; readonly status: string; readonly verified: boolean }[]
  readonly strays: readonly string[]
}

it.skipIf(process.platform === "win32")(
  "a run that finds few file handles free ends as a run, and nothing is thrown beside it",
  async () => {
    const cwd = await folderWith({ "a.txt": "a\n" })
    const kept = await folderWith()
    spawnSync("git", ["init", "-q"], { cwd })
    const node = [process.execPath, "--import", "tsx", "--input-type=module", "-e", program, cwd, kept]
    const { stdout, stderr, status } = spawnSync("sh", ["-c", 'ulimit -n 256; exec "$@"', "sh", ...node], {
      encoding: "utf8",
    })
    expect(stderr).toBe("")
    expect(status).toBe(0)
    const { ends, strays } = JSON.parse(stdout) as Outcome
    expect(strays).toEqual([])
    expect(ends.map(({ free }) => free)).toEqual(Array.from({ length: 16 }, (_none, free) => free))
    expect(ends[0]).toMatchObject({ status: "failed", verified: false })
    expect(ends.at(-1)).toMatchObject({ status: "done" })
    // Without a handle for the check the run cannot pass.
    expect(ends.filter(({ status, verified }) => (status === "done") !== verified)).toEqual([])
  },
  120_000,
)
