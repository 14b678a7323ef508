import { readFileSync, readlinkSync } from "node:fs"
import { hostname } from "node:os"

/** Where the number of a process means something: one start of one host, and one container of it. */
export interface ProcessSpace {
  readonly host: string
  /** Of this start of the system; "" where it does not tell. */
  readonly boot: string
  /** Of the container; "" where the system does not tell. */
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
