import { spawn } from "node:child_process"
import type { Io } from "./io.ts"

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
}

/** Shows a file in the person's browser, which outlives this process. Resolves to false where no program opens files. */
export function openPage(file: string, { env }: Pick<Io, "env">): Promise<boolean> {
  const [program, ...args] = OPENERS[process.platform] ?? ["xdg-open"]
  return new Promise((resolve) => {
    const opener = spawn(program, [...args, file], { detached: true, stdio: "ignore", env })
    opener.once("error", () => resolve(false))
    opener.once("spawn", () => {
      opener.unref()
      resolve(true)
    })
  })
}
