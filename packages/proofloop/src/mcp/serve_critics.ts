import { resolve } from "node:path"
import { thrownMessage } from "@proofloop/foundation/errors"
import { criticServerFactory, serveHttp, serveStdio } from "@proofloop/stdlib/mcp"
import { isFolder } from "../arguments/folders.ts"
import { readIds } from "../arguments/ids.ts"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { commitOf } from "../check/references.ts"
import { refuseUnknownCritics } from "../check/settings.ts"
import { pluginParsers } from "../config/config_preset.ts"
import { criticSwitches, pluginCritics } from "../config/critic_entries.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { version } from "../console/version.ts"

/** Serves until the client goes or a request to stop. Resolves to the exit code; throws Misuse. */
export async function serveCritics(input: Input, io: Io): Promise<number> {
  const only = readIds(input, "only")
  const root = resolve(io.cwd, input.text("repo") ?? ".")
  if (!isFolder(root)) throw new Misuse(`--repo: there is no folder ${root}`)
  if (input.text("port") !== undefined && !input.flag("http")) throw new Misuse("--port goes with --http")
  const base = input.text("base")
  if (base !== undefined) await commitOf(root, base, "--base")
  const custom = await pluginCritics(input.config)
  refuseUnknownCritics(input, custom)
  const factory = criticServerFactory({
    version: version(),
    root,
    base,
    critics: {
      ...criticSwitches(input.config),
      ...Object.fromEntries(readIds(input, "off").map((id) => [id, false])),
    },
    custom,
    parsers: pluginParsers(input.config),
    env: io.env,
    ...(input.flag("every-critic") ? { every_critic: true } : {}),
    ...(only.length === 0 ? {} : { only }),
  })
  const onError = (error: Error): void => io.stderr.write(`mcp: ${error.message}\n`)
  return input.flag("http") ? overHttp(factory, input, io, onError) : overStdio(factory, io, onError)
}

type Factory = ReturnType<typeof criticServerFactory>

async function overHttp(
  factory: Factory,
  input: Input,
  io: Io,
  on_error: (error: Error) => void,
): Promise<number> {
  const handle = await serveHttp(factory, { port: readCount(input, "port") ?? 0, on_error }).catch(
    (error: unknown) => {
      throw new Misuse(`--port: ${thrownMessage(error)}`)
    },
  )
  const stopped = new Promise<void>((stop) => {
    io.onStop(() => stop())
  })
  io.stderr.write(`proofloop critics over MCP at ${handle.url}; Ctrl-C ends it\n`)
  await stopped
  await handle.close()
  return EXIT_CODES.aborted
}

/** Serves on stdin and stdout; resolves to the exit code. */
export async function overStdio(factory: Factory, io: Io, onError: (error: Error) => void): Promise<number> {
  if (io.stderr.is_terminal)
    io.stderr.write(
      "proofloop speaks MCP on standard input and output, to the client that starts it; Ctrl-C ends it\n",
    )
  const handle = serveStdio(factory, onError)
  const code = await new Promise<number>((end) => {
    io.onStop(() => end(EXIT_CODES.aborted))
    void handle.gone.then(() => end(EXIT_CODES.clean))
  })
  await handle.close()
  return code
}
