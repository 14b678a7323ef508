import { sha256Hex } from "@proofloop/foundation/text"
import { type Lack, lackOf } from "../evidence/environment_message.ts"
import { missingModule } from "../evidence/missing_module.ts"
import type { Evidence } from "./state.ts"

const NAMES: Readonly<Partial<Record<Lack, readonly RegExp[]>>> = {
  program: [
    /command not found: (\S{1,64})/,
    /(\S{1,64}): command not found/,
    /(?:^|: )([\w./+-]{1,64}): (?:not found|cannot execute)/m,
    /\bNo module named (\S{1,64})/,
    /\b[Cc]ommand ["']([^"'\n]{1,64})["'] not found/,
    /\blinker `([^`\n]{1,64})` not found/,
    /\bspawn (\S{1,64}) ENOENT/,
    /["']([^"'\n]{1,64})["'] is not recognized/,
    /\bexec: "([^"\n]{1,64})": executable file not found/,
    /^fish: Unknown command:? (\S{1,64})/m,
    /\bshared libraries: ([\w.+-]{1,64})/,
    /env: .?([\w.+-]{1,64}).?: No such file/,
  ],
  dependency: [
    /No matching distribution found for ([\w.@/+-]{1,64})/i,
    /missing: (\S{1,64})@/,
    /\bgem '([^'\s]{1,64})/,
    /\bfind artifact [\w.-]{1,128}:([\w.-]{1,64})/,
    /Could not find (?!artifact )(\S{1,64})/,
    /find dependency '(\S{1,64}?)'/,
  ],
  network: [
    /(?:resolve host(?:name)?:?|Failed to connect to|ENOTFOUND|EAI_AGAIN|lookup|UnknownHostException:) ([\w.-]{1,64})/,
    /\bhost='([\w.-]{1,64})'/,
    /\bhttps?:\/\/([\w.-]{1,64})/,
  ],
  permission: [/(\S{1,64}): Permission denied/],
  browser: [/\bms-playwright\/([a-z]{1,32})/],
}
/** There is only one of each, so no name is needed. */
const ONLY_ONE: ReadonlySet<Lack> = new Set(["space", "memory"])
const MOST_LINES = 40
/** A name that is safe to show outside a quotation: nobody can read more than a name into it. */
const PLAIN_NAME = /^[\w@./+-]{1,64}$/

/** What evidence says is missing outside the code, and its name where known, else "". Null if it says nothing. */
export function lackingIn(evidence: string): { readonly lack: Lack; readonly name: string } | null {
  const module = missingModule(evidence)
  const lack = lackOf(evidence) ?? (module === null ? null : "dependency")
  if (lack === null) return null
  const found = NAMES[lack]?.map((pattern) => pattern.exec(evidence)?.[1]).find((name) => name !== undefined)
  const name = (lack === "dependency" ? (found ?? module) : found) ?? ""
  return { lack, name: PLAIN_NAME.test(name) ? name : "" }
}

/**
 * One cause for all failures that lack the same tool, host or package, whatever command met it. Without a known name,
 * the words of the failure are the cause. A failure that does not say what it lacks belongs to its check alone.
 */
export function causeOf({ snippet, check_id }: Pick<Evidence, "snippet" | "check_id">): string {
  const lacking = lackingIn(snippet)
  if (lacking === null) return `check ${check_id}`
  const { lack, name } = lacking
  return `${lack} ${name !== "" || ONLY_ONE.has(lack) ? name : wordsOf(snippet, lack)}`
}

/** A digest of the line that says what is missing, without its numbers. */
function wordsOf(snippet: string, lack: Lack): string {
  const line = snippet.split("\n", MOST_LINES).find((line) => lackOf(line) === lack) ?? snippet
  return sha256Hex(line.replaceAll(/\d{1,32}/g, "0").trim())
}
