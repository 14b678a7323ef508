import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createRequire } from "node:module"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"

/** A Restate server with all its ports on loopback. It can be killed, and started again on what it has stored. */
export interface RestateServer {
  readonly ingress: string
  readonly admin: string
  readonly pid: () => number
  readonly start: () => Promise<void>
  readonly kill: () => Promise<void>
  /** Kills it, and removes what it has stored. */
  readonly remove: () => Promise<void>
}

/** What is not said is all addresses, and a report of its use. The ports of these addresses differ in tests. */
export const SETTINGS_OF_LOOPBACK = {
  RESTATE_BIND_IP: "127.0.0.1",
  RESTATE_INGRESS__BIND_ADDRESS: "127.0.0.1:8080",
  RESTATE_ADMIN__BIND_ADDRESS: "127.0.0.1:9070",
  RESTATE_LISTEN_MODE: "tcp",
  RESTATE_DISABLE_TELEMETRY: "true",
} as const

/** The program of the platform's package; null where there is none. */
export function restateProgram(): string | null {
  const require = createRequire(
    createRequire(import.meta.url).resolve("@restatedev/restate-server/package.json"),
  )
  try {
    return require.resolve(
      `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`,
    )
  } catch {
    return null
  }
}

export async function restateServer(program: string): Promise<RestateServer> {
  const folder = await mkdtemp(join(tmpdir(), "proofloop restate "))
  const [node, ingress, admin] = await freePorts(3)
  const env = {
    PATH: process.env["PATH"] ?? "",
    ...SETTINGS_OF_LOOPBACK,
    RESTATE_BIND_PORT: `${node}`,
    RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
    RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
    RESTATE_DEFAULT_NUM_PARTITIONS: "1",
    RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: "128MB",
    RESTATE_NODE_NAME: "test",
  }
  let server: ChildProcess | null = null
  const kill = async (): Promise<void> => {
    if (server === null || server.exitCode !== null || server.signalCode !== null) return
    server.kill("SIGKILL")
    await once(server, "close")
  }
  const start = async (): Promise<void> => {
    const started = spawn(program, ["--no-logo", "--base-dir", folder], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    })
    server = started
    let said = ""
    for (const output of [started.stdout, started.stderr])
      output.on("data", (text: Buffer) => void (said = `${said}${text.toString()}`.slice(-4000)))
    for (;;) {
      if (started.exitCode !== null) throw new Error(`the server ended: ${said}`)
      if (
        (await isHealthy(`http://127.0.0.1:${admin}/health`)) &&
        (await isHealthy(`http://127.0.0.1:${ingress}/restate/health`))
      )
        return
      await pause(50)
    }
  }
  await start()
  return {
    ingress: `http://127.0.0.1:${ingress}`,
    admin: `http://127.0.0.1:${admin}`,
    pid: () => server?.pid ?? 0,
    start,
    kill,
    async remove() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false
  }
}

/** Ports that nobody listens on. They are held together, so that no two are the same. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"))
  await Promise.all(servers.map((server) => once(server, "listening")))
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === "object" && address !== null ? address.port : 0
  })
  await Promise.all(servers.map((server) => once(server.close(), "close")))
  return ports
}
