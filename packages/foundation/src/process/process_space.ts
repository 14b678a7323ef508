import { readFileSync, readlinkSync } from "node:fs"
import { hostname } from "node:os"

/** The scope of a process number: one boot of one host, and one container of it. */
export interface ProcessSpace {
  readonly host: string
  /** Id of this boot; "" where the system does not tell. */
  readonly boot: string
  /** Id of the container; "" where the system does not tell. */
  readonly namespace: string
}

export function ownSpace(): ProcessSpace {
  return (own ??= {
    host: hostname(),
    boot: orNothing(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    namespace: orNothing(() => readlinkSync("/proc/self/ns/pid")),
  })
}

let own: ProcessSpace | undefined

function orNothing(read: () => string): string {
  try {
    return read()
  } catch {
    return ""
  }
}
