const START = `require("node:child_process").spawn("sh",["-c",process.argv[1]],{detached:true,stdio:"inherit"}).unref()`

/** A command line that starts another one in a session of its own and ends; `setsid` is no tool of POSIX. */
export function inOwnSession(command: string): string {
  return [process.execPath, "-e", START, command]
    .map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
    .join(" ")
}
