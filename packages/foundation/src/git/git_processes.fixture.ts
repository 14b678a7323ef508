import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { onTestFinished } from "vitest"

export interface GitProcesses {
  count(): number
  /** How often each subcommand was started, where there were more than this many processes or none; else "". */
  unlessWithin(most: number): string
}

/** Counts the processes of git that this process starts from now until the test ends. */
export function gitProcesses(): GitProcesses {
  const started: { readonly spawnargs?: readonly string[] }[] = []
  const note = (message: unknown): void => {
    // Its arguments are known a moment later.
    started.push((message as { readonly process: (typeof started)[number] }).process)
  }
  subscribe("child_process", note)
  onTestFinished(() => void unsubscribe("child_process", note))
  const calls = () =>
    started.flatMap(({ spawnargs = [] }) => (spawnargs[0] === "git" ? [subcommandOf(spawnargs)] : []))
  return {
    count: () => calls().length,
    unlessWithin(most) {
      const names = calls()
      if (names.length > 0 && names.length <= most) return ""
      const rows = [...new Set(names)].map((name) => ({
        name,
        times: names.filter((one) => one === name).length,
      }))
      const table = rows.toSorted((one, other) => other.times - one.times)
      return [`${names.length} processes`, ...table.map(({ name, times }) => `${times} ${name}`)].join("\n")
    },
  }
}

/** Options before it are flags, and "-c" with its setting. */
function subcommandOf(args: readonly string[]): string {
  return args.find((arg, at) => at > 0 && !arg.startsWith("-") && args[at - 1] !== "-c") ?? ""
}
