import { spawnSync } from "node:child_process"
import { expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"

const moduleAt = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

/** A run in a process whose last file handle is taken before it begins. */
const program = `
  import { openSync } from "node:fs"
  import { prepareProcesses } from ${moduleAt("../../../foundation/src/process.ts")}
  import { createAgentLoop, scriptedModel } from ${moduleAt("../../../runtime/src/index.ts")}
  import { workspaceTools } from ${moduleAt("./workspace_tools.ts")}

  const cwd = process.argv[1]
  const call = (name, args) => ({ tool_calls: [{ id: name, name, arguments: args }] })
  const steps = [
    call("shell", { command: "echo hi" }),
    call("search", { pattern: "a" }),
    call("write_file", { path: "b.txt", content: "b" }),
    { text: "Done. ##DONE##" },
  ]
  const loop = createAgentLoop({
    model: scriptedModel(steps, { when_exhausted: "repeat_last" }),
    tools: await workspaceTools({ root: cwd, shell: {} }),
    verify_completion: { command: "true", cwd },
  })
  // The loop has begun to load it.
  await prepareProcesses()
  try { for (;;) openSync("/dev/null") } catch {}
  const { status, stop_reason, tools, transcript } = await loop.run("do it").result
  const [told] = transcript.filter(({ role }) => role === "tool").map(({ content }) => content)
  process.stdout.write(JSON.stringify({ status, stop_reason, failed: tools.failed, told }))
`

it.skipIf(process.platform === "win32")("a run without a free file handle ends as a run", async () => {
  const cwd = await folderWith({ "a.txt": "a\n" })
  const node = [process.execPath, "--import", "tsx", "--input-type=module", "-e", program, cwd]
  const { stdout, stderr, status } = spawnSync("sh", ["-c", 'ulimit -n 256; exec "$@"', "sh", ...node], {
    encoding: "utf8",
  })
  expect(stderr).toBe("")
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    status: "completion_unverified",
    stop_reason: "verifier_unable",
    failed: ["shell", "search", "write_file"],
    told: expect.stringContaining("spawn sh EMFILE"),
  })
})
