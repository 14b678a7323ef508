import { spawnSync } from "node:child_process"
import { expect, it } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"

/** Starts eight programs at once with that many free file handles; starting one takes six. */
const program = `
  import { closeSync, openSync } from "node:fs"
  import { git, workspaceDigest } from ${JSON.stringify(new URL("../git.ts", import.meta.url).href)}
  import { prepareProcesses, runCommand, runProgram } from ${JSON.stringify(new URL("../process.ts", import.meta.url).href)}

  const held = []
  const cwd = process.argv[1]
  const take = () => { try { for (;;) held.push(openSync("/dev/null")) } catch {} }
  const give = (count) => { for (const handle of held.splice(0, count)) closeSync(handle) }
  const limits = { cwd, timeout_ms: 20_000, max_output_bytes: 1000 }
  const starts = [
    async () => (await runCommand({ command: "exit 3", cwd })),
    async () => (await runCommand({ command: ["sh", "-c", "exit 3"], cwd })),
    async () => (await runProgram({ command: ["sh", "-c", "exit 3"], input: "x", ...limits })),
    async () => { const { exit_code, stderr } = await git(cwd, ["no-such-command"]); return { exit_code, spawn_error: stderr } },
  ]
  const outcomes = {}
  await prepareProcesses()
  for (const free of [0, 3, 6, 15, 100]) {
    take()
    give(free)
    outcomes[free] = await Promise.all([...starts, ...starts].map((start) => start()))
    take()
    if (free === 0) outcomes.digest = await workspaceDigest(cwd)
  }
  process.stdout.write(JSON.stringify(outcomes))
`

interface Outcome {
  readonly exit_code: number | null
  readonly spawn_error: string
}

it.skipIf(process.platform === "win32")("programs that find no file handle free are outcomes", async () => {
  const cwd = await folderWith({ "a.txt": "a\n" })
  const node = [process.execPath, "--import", "tsx", "--input-type=module", "-e", program, cwd]
  const { stdout, stderr, status } = spawnSync("sh", ["-c", 'ulimit -n 256; exec "$@"', "sh", ...node], {
    encoding: "utf8",
  })
  expect(stderr).toBe("")
  expect(status).toBe(0)
  const { digest, ...outcomes } = JSON.parse(stdout) as Record<string, readonly Outcome[]>
  expect(digest).toBeNull()
  for (const outcome of [...(outcomes["0"] ?? []), ...(outcomes["3"] ?? [])]) {
    expect(outcome).toMatchObject({ exit_code: null, spawn_error: expect.stringContaining("EMFILE") })
  }
  const all = Object.values(outcomes).flat()
  const started = all.filter(({ exit_code }) => exit_code !== null)
  expect(all).toHaveLength(40)
  expect(started.length).toBeGreaterThanOrEqual(8 + 2)
  for (const outcome of all.filter((one) => !started.includes(one))) {
    expect(outcome.spawn_error).toContain("EMFILE")
  }
})
