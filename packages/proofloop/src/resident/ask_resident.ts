import { existsSync } from "node:fs"
import type { Io } from "../console/io.ts"
import { isOwn, residentFolder } from "./folder.ts"
import {
  BEAT_MS,
  mayBeSecret,
  type ResidentAnswer,
  type ResidentCall,
  TAKEN,
  type Terminal,
} from "./messages.ts"

/** A process that is stopped takes a connection and never answers. */
const TAKEN_MS = 300
/** A parser may keep a process from its timers for so long. */
const SILENCE_MS = 12 * BEAT_MS

/**
 * Lets the resident check of this work tree judge, prints what it printed and resolves to its exit code. null: there is
 * none, or it did not take the call or did not answer; nothing is printed then. Loads nothing of proofloop.
 */
export async function askResident(argv: readonly string[], io: Io): Promise<number | null> {
  if (!isOwn(residentFolder(io.env))) return null
  // Most machines have no such folder, and loading what hashes costs time.
  const { residentPlace } = await import("./place.ts")
  const place = residentPlace(io.cwd, io.env)
  if (place === null || !existsSync(place.socket)) return null
  const call: ResidentCall = {
    argv,
    cwd: io.cwd,
    env: Object.fromEntries(
      Object.entries(io.env).flatMap(([name, value]) =>
        value === undefined || mayBeSecret(name, value) ? [] : [[name, value]],
      ),
    ),
    umask: process.umask(),
    stdout: terminalOf(io.stdout),
    stderr: terminalOf(io.stderr),
  }
  const answer = answerIn(await answerTo(place.socket, `${JSON.stringify(call)}\n`))
  if (answer === null) return null
  const { printed, exit_code } = answer
  for (const [stream, piece] of printed) io[stream].write(piece)
  return exit_code
}

/** null: nothing came, or something else. */
function answerIn(text: string | null): ResidentAnswer | null {
  try {
    return text === null ? null : (JSON.parse(text) as ResidentAnswer)
  } catch {
    return null
  }
}

function terminalOf({ is_terminal, columns }: Terminal | Io["stdout"]): Terminal {
  return { is_terminal, columns: columns ?? null }
}

async function answerTo(socket_path: string, call: string): Promise<string | null> {
  const { connect } = await import("node:net")
  return new Promise((resolve) => {
    const socket = connect(socket_path).setEncoding("utf8")
    let timer = setTimeout(() => socket.destroy(), TAKEN_MS)
    const pieces: string[] = []
    socket.on("data", (piece: string) => {
      clearTimeout(timer)
      timer = setTimeout(() => socket.destroy(), SILENCE_MS)
      pieces.push(piece)
    })
    socket.on("error", () => undefined)
    socket.on("close", () => {
      clearTimeout(timer)
      const [taken, ...lines] = pieces.join("").split("\n")
      const is_whole = lines.pop() === ""
      resolve(taken === TAKEN && is_whole ? (lines.find((line) => line !== "") ?? null) : null)
    })
    socket.write(call)
  })
}
