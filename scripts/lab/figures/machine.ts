import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os"

/** Where something was measured; nothing in it names the machine or its user. */
export interface Machine {
  readonly cores: number
  readonly cpu: string
  readonly memory_gb: number
  readonly node: string
  readonly os: string
}

export function thisMachine(): Machine {
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    memory_gb: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    os: `${type()} ${release().split("-", 1)[0]} ${arch()}`,
  }
}

/** Whether times of the two can be compared. */
export function isSameMachine(one: Machine, other: Machine): boolean {
  const major = ({ node }: Machine): string | undefined => node.split(".", 1)[0]
  return one.cores === other.cores && one.cpu === other.cpu && major(one) === major(other)
}

/** How many processes wanted to run, on average over the last minute. */
export function load(): number {
  return Number((loadavg()[0] ?? 0).toFixed(1))
}
