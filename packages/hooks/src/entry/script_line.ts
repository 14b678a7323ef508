import { readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { parsedJson } from "@proofloop/foundation/text"
import { readMember, readText } from "@proofloop/replay/recording"

const MAX_BYTES = 1024 * 1024
const MANAGER = /\b(?:npm|pnpm|yarn|bun)((?: {1,4}[\w:./-]{1,100}){1,8})/

/** The line of package.json that a command runs, by which a task is known under another name; undefined without one. */
export function scriptLine(command: string, folder: string): string | undefined {
  const words = MANAGER.exec(command)?.[1]?.trim().split(/ +/)
  if (words === undefined) return undefined
  const scripts = readMember(manifestIn(folder), "scripts")
  return words
    .map((word) => readText(scripts, word === "t" ? "test" : word))
    .find((line) => line !== undefined)
}

function manifestIn(folder: string): unknown {
  const file = join(folder, "package.json")
  try {
    const status = statSync(file)
    return status.isFile() && status.size < MAX_BYTES ? parsedJson(readFileSync(file, "utf8")) : undefined
  } catch {
    return undefined
  }
}
