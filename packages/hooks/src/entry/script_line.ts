import { join } from "node:path"
import { readPlainFile } from "@proofloop/foundation/files"
import { parsedJson, readMember, readText } from "@proofloop/foundation/text"

const MAX_BYTES = 1024 * 1024
/** One task and what it is given, whose output may be filtered: neither another folder nor another command. */
const TASK =
  /^\s{0,16}(?:npm|pnpm|yarn|bun) {1,4}(?:run {1,4})?([\w:./-]{1,100})((?: {1,4}[^\s&;|<>]{1,200}){0,16})(?: {1,4}2>&1)?\s{0,4}(?:\|[^|;&]{0,200})?$/

/** The line of package.json that a command runs, by which a task is known under another name; undefined without one. */
export function scriptLine(command: string, folder: string): string | undefined {
  const [, name, given = ""] = TASK.exec(command) ?? []
  if (name === undefined) return undefined
  const line = readText(readMember(manifestIn(folder), "scripts"), name === "t" ? "test" : name)
  return line === undefined ? undefined : `${line}${given}`
}

function manifestIn(folder: string): unknown {
  try {
    return parsedJson(readPlainFile(join(folder, "package.json"), { bytes: MAX_BYTES }).toString())
  } catch {
    return undefined
  }
}
