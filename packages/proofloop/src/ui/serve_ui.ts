import { randomBytes } from "node:crypto"
import { constants } from "node:fs"
import { mkdir, open } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { thrownMessage, errorCode } from "@proofloop/foundation/errors"
import { fileErrorReason } from "@proofloop/foundation/files"
import { oneLine } from "@proofloop/foundation/text"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { startCockpit } from "../cockpit/cockpit.ts"
import { isLoopback } from "../cockpit/security/loopback.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { endingWithUs } from "../console/starter.ts"
import { readStateFolder } from "../pipeline/store.ts"
import { inFlags } from "../verdicts/flag_names.ts"
import { openSources } from "./open_sources.ts"
import { runsPage } from "./runs_page.ts"

const DEFAULT_PORT = 4400

/** Serves the cockpit until a request to stop. Resolves to the exit code; throws Misuse. */
export async function serveUi(input: Input, io: Io): Promise<number> {
  const port = readCount(input, "port") ?? DEFAULT_PORT
  const host = input.text("host") ?? "127.0.0.1"
  const token = input.flag("read-only") ? undefined : await readUiToken(input, io)
  if (!isLoopback(host) && token === undefined)
    throw new Misuse(
      `--host ${host} is an address for other machines: reading needs a token there, --token FILE`,
    )
  const opened = await openSources(input, io)
  try {
    const cockpit = await inFlags(UI_FLAGS, () =>
      startCockpit({
        sources: opened.sources,
        title: opened.title,
        port,
        host,
        token,
        agent_pages: {
          runs: runsPage(readStateFolder(input, io), io),
          hooks: async (waits) => (await import("../hook/report.ts")).hooksPage(io, waits),
        },
        processes: {
          program: io.self ?? [],
          cwd: io.cwd,
          env: endingWithUs(environmentOf(io, opened.password)).env,
        },
        on_error: (error) => io.stderr.write(`ui: ${oneLine(thrownMessage(error))}\n`),
      }),
    )
    const stopped = new Promise<void>((stop) => {
      io.onStop(() => stop())
    })
    tellPlace({ url: cockpit.url, host, token }, input, io)
    await stopped
    await cockpit.close()
    return EXIT_CODES.aborted
  } finally {
    await opened.close()
  }
}

/** A process of the cockpit does not know the token, and gets the password of the store where none can read it. */
function environmentOf({ env }: Io, password: string | null): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(password === null ? env : { ...env, PGPASSWORD: password }).flatMap(([name, value]) =>
      value === undefined || name === UI_TOKEN_VARIABLE ? [] : [[name, value]],
    ),
  )
}

const UI_FLAGS = {
  port: { flag: "--port", hint: "Give another one, or 0 for a free one" },
  token: { flag: "--token" },
}

function tellPlace(
  { url, host, token }: { readonly url: string; readonly host: string; readonly token: string | undefined },
  input: Input,
  io: Io,
): void {
  if (!isLoopback(host))
    io.stderr.write(
      `WARNING: ${host} is reached from other machines. Whoever has the token reads every run and acts on it, and nothing is encrypted.\n`,
    )
  if (input.json) {
    io.stdout.write(`${JSON.stringify({ url, actions: token !== undefined, loopback: isLoopback(host) })}\n`)
    return
  }
  const link = token === undefined ? url : `${url}#token=${encodeURIComponent(token)}`
  const how = token === undefined ? "read-only" : "this link may act, so keep it"
  io.stderr.write(`proofloop cockpit at ${link} (${how}); Ctrl-C ends it\n`)
}

const UI_TOKEN_VARIABLE = "PROOFLOOP_UI_TOKEN"

const MOST_BYTES = 64 * 1024

/** The token of --token or of the environment; undefined: nobody may act. Throws Misuse. */
async function readUiToken(input: Input, io: Io): Promise<string | undefined> {
  const given = input.text("token")
  if (given === undefined) return nonEmpty(io.env[UI_TOKEN_VARIABLE])
  if (given === "") throw new Misuse("--token needs a file")
  const file = resolve(io.cwd, given)
  await makeTokenFile(file)
  try {
    return nonEmpty(await readOwnFile(file, given)) ?? refuseEmpty(given)
  } catch (error) {
    if (error instanceof Misuse) throw error
    throw new Misuse(`--token ${given}: ${fileErrorReason(error)}`)
  }
}

/** What is checked is what is read, even when somebody moves another file to its place. */
async function readOwnFile(file: string, given: string): Promise<string> {
  // A pipe would wait for a writer.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = await handle.stat()
    if (!stats.isFile() || stats.size > MOST_BYTES)
      throw new Misuse(`--token ${given}: expected a small file`)
    if ((stats.mode & 0o077) !== 0)
      throw new Misuse(`--token ${given}: other users can read it; chmod 600 it`)
    const uid = process.geteuid?.()
    if (uid !== undefined && stats.uid !== uid)
      throw new Misuse(`--token ${given}: it belongs to another user, who knows the token`)
    return (await handle.readFile("utf8")).trim()
  } finally {
    await handle.close()
  }
}

/** Does nothing when it is there. */
async function makeTokenFile(file: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const handle = await open(file, "wx", 0o600)
    try {
      await handle.writeFile(`${randomBytes(24).toString("base64url")}\n`)
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw new Misuse(`--token ${file}: ${fileErrorReason(error)}`)
  }
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === "" ? undefined : text
}

function refuseEmpty(file: string): never {
  throw new Misuse(`--token ${file}: the file is empty`)
}
