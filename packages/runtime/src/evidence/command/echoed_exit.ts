import type { SimpleCommand } from "./split_commands.ts"

/**
 * The line on which a command prints its check's exit code, by what stands around it: `echo "exit=$?"`. Or the lines that
 * it prints of a pass and of a failure, `&& echo OK || echo BAD`; "" for none.
 */
export type EchoedExit =
  | { readonly before: string; readonly after: string }
  | { readonly passed: string; readonly failed: string }

const MAX_AROUND = 100
const OWN: readonly string[] = ["$?", "${?}"]
const PIPED = "${PIPESTATUS[0]}"
/** A line that says nothing of what it prints: no variable, and more than blanks. */
const WORD = /^[^$`\\\n]{0,99}[^$`\\\s]$/
const KEPT = /^(\w{1,40})=(?:"?\$\?"?|"?\$\{\?\}"?)$/

/**
 * How the exit code of a line's check can be written behind one more command; empty where it no longer can. `$?` is that
 * of the last command, a pipe keeps it in PIPESTATUS, and a variable keeps it for good.
 */
export function codeNames(
  before: readonly string[],
  { words, operator }: SimpleCommand,
  is_check: boolean,
): readonly string[] {
  if (is_check) return OWN
  if (before.length === 0) return before
  if (operator === "|") return [PIPED]
  const kept = KEPT.exec(words[0] ?? "")?.[1]
  if (kept !== undefined) return [`$${kept}`, `\${${kept}}`]
  return before === OWN || before[0] === PIPED ? [] : before
}

/** What a command prints of an exit code; null for any other command. `names`: how the code can be written. */
export function echoedExit(
  { words, operator, redirections }: SimpleCommand,
  names: readonly string[],
  known: EchoedExit | null,
): EchoedExit | null {
  if (words[0] !== "echo" && words[0] !== "printf") return known
  const [said = "", other] = words.slice(1)
  const is_word = other === undefined && redirections.length === 0 && WORD.test(said)
  if (is_word && operator === "&&" && known === null && names === OWN) return { passed: said, failed: "" }
  if (is_word && operator === "||" && known !== null && "passed" in known && known.failed === "")
    return { ...known, failed: said }
  if (known !== null || names.length === 0) return known
  const text = words
    .slice(1)
    .filter((word) => !/^-[neE]{1,3}$/.test(word))
    .join(" ")
  const name = names.find((one) => text.includes(one))
  if (name === undefined) return null
  const at = text.indexOf(name)
  const [before = ""] = text
    .slice(0, at)
    .split(/\\n|\n/)
    .slice(-1)
  const [after = ""] = text.slice(at + name.length).split(/\\n|\n/)
  return before.length + after.length > MAX_AROUND ? null : { before, after }
}

/** The exit code that an output tells at the place where its command prints it; undefined where none or several stand. */
export function exitTold(output: string, echoed: EchoedExit): number | undefined {
  if ("passed" in echoed) {
    const lines = new Set(output.split("\n").map((line) => line.trim()))
    const [passed, failed] = [lines.has(echoed.passed.trim()), lines.has(echoed.failed.trim() || "\n")]
    return passed === failed ? undefined : passed ? 0 : 1
  }
  const { before, after } = echoed
  const [start, end] = [before.trim(), after.trim()]
  const codes = output.split("\n").flatMap((line) => {
    const told = line.trim()
    const code =
      told.startsWith(start) && told.endsWith(end) ? told.slice(start.length, told.length - end.length) : ""
    return /^\s{0,8}\d{1,3}\s{0,8}$/.test(code) ? [Number(code)] : []
  })
  return new Set(codes).size === 1 ? codes[0] : undefined
}
