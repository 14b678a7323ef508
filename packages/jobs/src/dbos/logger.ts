import type { DLogger } from "@dbos-inc/dbos-sdk"
import { thrownMessage } from "@proofloop/foundation/errors"

export function loggerOf(on_log: ((level: string, message: string) => void) | undefined): DLogger {
  const at = (level: string) => (entry: unknown) => on_log?.(level, thrownMessage(entry).slice(0, 2000))
  return { info: at("info"), debug: () => undefined, warn: at("warn"), error: at("error") }
}
