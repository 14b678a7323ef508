import { existsSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { folderWith } from "../files/workspace.fixture.ts"
import { setEnvironment } from "../process/environment.fixture.ts"
import { startProcess } from "../process/start_process.ts"
import { bubblewrap } from "./bubblewrap.ts"
import { findProgram } from "./find_program.ts"
import { hostRunner } from "./host_runner.ts"
import { HAS_SANDBOX, roomWith } from "./rooms.fixture.ts"
import type { Runner } from "./runner.ts"

const TOKEN = "PROOFLOOP_THIEF_TOKEN"

/**
 * What a model's test could try: reads other processes, the home folder and the network, and writes beside the tree.
 */
const THIEF = `
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
const [port, real_home, outside] = process.argv.slice(2)
const found = []
const tryTo = async (what, work) => { try { if (await work()) found.push(what) } catch {} }
const holds = (path) => readFileSync(path, "utf8").includes("${TOKEN}")
await tryTo("own environment", () => JSON.stringify(process.env).includes("${TOKEN}"))
await tryTo("parent", () => holds("/proc/" + process.ppid + "/environ"))
for (const pid of readdirSync("/proc").filter((name) => /^[0-9]+$/.test(name))) {
  await tryTo("a process", () => holds("/proc/" + pid + "/environ"))
}
for (const home of [real_home, homedir()]) {
  for (const name of [".npmrc", ".ssh/id_rsa", ".cargo/credentials.toml"]) {
    await tryTo(name, () => holds(home + "/" + name))
  }
}
await tryTo("network", async () => (await fetch("http://127.0.0.1:" + port)).ok)
await tryTo("outside", () => { writeFileSync(outside, "stolen"); return true })
await tryTo("tree", () => { writeFileSync("own.txt", "written"); return true })
console.log(JSON.stringify([...new Set(found)]))
`

const FILES = [".npmrc", ".ssh/id_rsa", ".cargo/credentials.toml", ".cargo/bin/tool"]

async function whatIsFound(runner: Runner): Promise<{ readonly found: unknown; readonly outside: string }> {
  const home = await folderWith(Object.fromEntries(FILES.map((path) => [path, `token=${TOKEN}\n`])))
  setEnvironment({ HOME: home, A_SECRET: TOKEN })
  const other = await startProcess({
    command: ["sleep", "600"],
    env: { PATH: process.env["PATH"] ?? "", TOKEN },
  })
  if ("pid" in other) onTestFinished(() => void process.kill(other.pid, "SIGKILL"))
  const port = await listeningPort()
  const outside = join(await folderWith({}), "outside.txt")
  const room = await roomWith(runner, { "thief.mjs": THIEF })
  const { output } = await room.run({
    command: [process.execPath, "thief.mjs", String(port), home, outside],
  })
  expect(readFileSync(join(room.tree, "own.txt"), "utf8")).toBe("written")
  return { found: JSON.parse(output), outside }
}

async function listeningPort(): Promise<number> {
  const server = createServer((_request, response) => response.end("hello"))
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
  return (server.address() as AddressInfo).port
}

it.skipIf(!HAS_SANDBOX)("a thief finds nothing in a sandbox (needs bubblewrap)", async () => {
  const { found, outside } = await whatIsFound(bubblewrap())
  expect(found).toEqual(["tree"])
  expect(existsSync(outside)).toBe(false)
})

const KEYRINGS = `
import ctypes, platform
libc = ctypes.CDLL(None, use_errno=True)
keyctl = {"x86_64": 250, "aarch64": 219, "riscv64": 219, "ppc64le": 271}[platform.machine()]
GET_KEYRING_ID, SESSION, USER = 0, -3, -4
print([libc.syscall(keyctl, GET_KEYRING_ID, ring, 0) for ring in (SESSION, USER)], ctypes.get_errno())
`

it.skipIf(!HAS_SANDBOX || findProgram("python3") === null)(
  "a thief finds no keyring in a sandbox (needs bubblewrap and python3)",
  async () => {
    const room = await roomWith(bubblewrap(), { "keyrings.py": KEYRINGS })
    expect((await room.run({ command: "python3 keyrings.py" })).output).toBe("[-1, -1] 38\n")
  },
)

describe.runIf(process.platform === "linux")("without a sandbox", () => {
  it("the same thief finds all but its own environment", async () => {
    const { found } = await whatIsFound(hostRunner())
    expect(found).toEqual(["a process", ...FILES.slice(0, 3), "network", "outside", "tree"])
  })
})
