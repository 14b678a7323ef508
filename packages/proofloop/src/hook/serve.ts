import { thrownMessage } from "@proofloop/foundation/errors"
import { serveHooks } from "@proofloop/hooks/internal/serve"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { version } from "../console/version.ts"
import { homeOf } from "./host_argument.ts"
import { wordsOf } from "./mode_words.ts"

export async function serveHookEvents(input: Input, io: Io): Promise<number> {
  const port = readCount(input, "port")
  const served = await serveHooks({
    words: wordsOf(input),
    port,
    home: homeOf(io),
    version: version(),
  }).catch((error: unknown) => {
    throw new Misuse(thrownMessage(error))
  })
  const { url, token } = served
  const handler = { type: "http", url: `${url}/claude-code`, headers: { "x-proofloop-token": token } }
  io.stdout.write(
    input.json
      ? `${JSON.stringify({ url, token })}\n`
      : `Hooks are answered at ${url}/HOST until this is stopped. In the settings of Claude Code, below PostToolBatch and Stop:\n${JSON.stringify(handler)}\n`,
  )
  await new Promise<void>((resolve) => {
    io.onStop(resolve)
  })
  await served.close()
  return EXIT_CODES.clean
}
