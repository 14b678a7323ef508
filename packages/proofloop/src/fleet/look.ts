import { oneLine } from "@proofloop/foundation/text"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { wrapText } from "../console/wrap.ts"
import { onRecord } from "../pipeline/on_record.ts"
import { withFoundRuns } from "../pipeline/store.ts"
import { createStyle } from "../terminal/style.ts"

/** `fleet look`: has the next run try every unavailable service again. Recorded before it holds. */
export async function lookAgain(input: Input, io: Io): Promise<number> {
  return withFoundRuns(
    input,
    io,
    async ({ store, state_dir }) => {
      const away = (await store.breakers()).map(({ environment, name }) => ({ environment, name }))
      if (away.length > 0) await onRecord({ state_dir }, "look", { away: away.map(nameOf) })
      await store.lookAgain(away)
      return tell(away, input, io)
    },
    async () => tell([], input, io),
  )
}

interface Away {
  readonly environment: string
  readonly name: string
}

function tell(away: readonly Away[], input: Input, io: Io): number {
  const { width } = createStyle(io.stdout, io.env)
  const text =
    away.length === 0
      ? "Every service is available.\n"
      : ["The next run tries these services again:", ...away.map((one) => `  ${nameOf(one)}`), ""].join("\n")
  io.stdout.write(input.json ? `${JSON.stringify({ away })}\n` : wrapText(text, width))
  return EXIT_CODES.clean
}

function nameOf({ environment, name }: Away): string {
  return oneLine(`${environment} ${name}`)
}
