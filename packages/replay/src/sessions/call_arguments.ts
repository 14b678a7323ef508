import { isRecord, readMember } from "@proofloop/foundation/text"
import { valueText } from "./content_text.ts"

/** Arguments as they were sent: JSON text parsed, other text kept, a command line at `command` as one string. */
export function callArguments(sent: unknown): unknown {
  const value = typeof sent === "string" ? parsedOrText(sent) : sent
  if (!isRecord(value)) return value
  const command = readMember(value, "command") ?? readMember(value, "cmd")
  const line = Array.isArray(command) ? commandLine(command) : command
  return typeof line === "string" && readMember(value, "command") !== line
    ? { ...value, command: line }
    : value
}

function parsedOrText(text: string): unknown {
  if (text.trim() === "") return {}
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return text
  }
}

const SHELL =
  /^(?:.{0,200}[/\\])?(?:ba|z|da|k)?sh(?:\.exe)?$|^(?:.{0,200}[/\\])?(?:powershell|pwsh|cmd)(?:\.exe)?$/i
const SCRIPT_FLAG = /^(?:-[a-z]{0,4}c|-command|\/c)$/i

/** The command line of a list of words: the script of a `bash -lc`, else the words, quoted where they have to be. */
function commandLine(words: readonly unknown[]): string {
  const texts = words.map(valueText)
  const flag = texts.findIndex((word, index) => index > 0 && SCRIPT_FLAG.test(word))
  const script = texts[flag + 1]
  if (SHELL.test(texts[0] ?? "") && flag > 0 && script !== undefined) return script
  return texts.map((word) => (/^[\w@%+=:,./-]{1,1000}$/.test(word) ? word : quoted(word))).join(" ")
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
