import { mkdirSync, rmSync } from "node:fs"
import { connect, createServer, type Server, type Socket } from "node:net"
import type { Command, Input, Verb } from "../arguments/verb.ts"
import { findConfig } from "../config_file/find_config.ts"
import { isLoadedCodeChanged } from "../config_file/kept_code.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { answerCall, silentIo } from "./answer_call.ts"
import { isOwn } from "./folder.ts"
import { BEAT_MS, type ResidentCall, TAKEN } from "./messages.ts"
import { residentPlace } from "./place.ts"
import { readCall } from "./read_call.ts"

export interface ServeOptions {
  /** The command that a call runs. */
  readonly command: Command
  /** Default a quarter of an hour without a call. */
  readonly idle_ms?: number
}

const IDLE_MS = 900_000
/** Parsers keep what they once took; a fresh process is cheap beside this. */
const MAX_RSS_BYTES = 1024 ** 3
const MAX_CALL_CHARACTERS = 8 * 1024 * 1024

/** Answers the checks of one work tree until nobody asks any more. Resolves to the exit code; throws Misuse. */
export async function serveChecks(
  input: Input,
  { options }: Verb,
  io: Io,
  { command, idle_ms = IDLE_MS }: ServeOptions,
): Promise<number> {
  const other = Object.keys(options).find((name) => name !== "serve" && input.isArgument(name))
  if (input.json) throw new Misuse("--serve goes with no --json: each call brings its own")
  if (other !== undefined || input.positionals.length > 0)
    throw new Misuse(
      `--serve goes with no ${other === undefined ? "PATH" : `--${other}`}: each call brings its own`,
    )
  const place = residentPlace(io.cwd, io.env)
  if (place === null)
    throw new Misuse(
      "--serve needs a repository around the current folder, a system with Unix sockets, and a short path of the cache folder",
    )
  mkdirSync(place.folder, { recursive: true, mode: 0o700 })
  if (!isOwn(place.folder)) throw new Misuse(`--serve: others can write to ${place.folder}`)
  if (await answers(place.socket))
    throw new Misuse("--serve: another process answers the checks of this work tree")
  rmSync(place.socket, { force: true })

  const config = findConfig(io.cwd)
  // The first check loads what every other needs.
  await command(["check"], silentIo(io))
  let end: (why: string) => void = () => undefined
  const ended = new Promise<string>((resolve) => (end = resolve))
  const unlisten = io.onStop(() => end("Stopped"))
  const idle = setTimeout(() => end("Ended: nobody asked for a while"), idle_ms)
  const isHere = ({ cwd }: ResidentCall) =>
    residentPlace(cwd, io.env)?.socket === place.socket && configAt(cwd) === config
  let busy = false
  const server = createServer((socket) => {
    socket.on("error", () => undefined)
    readLine(socket, (line) => {
      const call = readCall(line)
      if (busy || call === null || !isHere(call)) return void socket.end()
      if (isLoadedCodeChanged(config)) {
        socket.end()
        return end("Ended: the configuration or a plugin changed")
      }
      busy = true
      socket.write(`${TAKEN}\n`)
      const beat = setInterval(() => socket.write("\n"), BEAT_MS)
      const gone = new Promise<void>((resolve) => void socket.once("close", () => resolve()))
      void answerCall(call, { command, gone }).then((answer) => {
        busy = false
        clearInterval(beat)
        socket.end(answer === null ? "" : `${JSON.stringify(answer)}\n`)
        idle.refresh()
        if (process.memoryUsage.rss() > MAX_RSS_BYTES) end("Ended: grown above 1 GiB")
      })
    })
  })
  await listen(server, place.socket)
  io.stdout.write(
    `Process ${process.pid} answers each "proofloop check" in ${place.root}, until nobody asks for a while.\n`,
  )
  const why = await ended
  clearTimeout(idle)
  unlisten()
  server.close()
  io.stderr.write(`${why}.\n`)
  return EXIT_CODES.clean
}

/** undefined: there are two, which the caller's own process will say. */
function configAt(folder: string): string | null | undefined {
  try {
    return findConfig(folder)
  } catch {
    return undefined
  }
}

/** Whether somebody listens; a socket whose process is gone takes no connection. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once("connect", () => {
      socket.destroy()
      resolve(true)
    })
    socket.once("error", () => resolve(false))
  })
}

function readLine(socket: Socket, take: (line: string) => void): void {
  let text = ""
  const add = (piece: string): void => {
    text += piece
    if (text.length > MAX_CALL_CHARACTERS) return void socket.destroy()
    const end = text.indexOf("\n")
    if (end === -1) return
    socket.off("data", add)
    take(text.slice(0, end))
  }
  socket.setEncoding("utf8").on("data", add)
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(path, resolve)
  })
}
