import { readCommand } from "@proofloop/runtime/detector"

const OPERATOR = /&&|\|\|?|;|\n|(?<!>)&(?!>)/g
const REDIRECTION = / {0,8}(?:\d|&)?>{1,2}(?:&\d|[ ]?\S{1,300})/g
const GOES = /^\s{0,16}(?:cd|pushd)\s/

/**
 * The part of a command line that settles its check: the check itself in its folder, without what else the line does,
 * and without what hides its exit code. The whole line where no part of it is that check.
 */
export function settlingCommand(command: string, root: string): string {
  const check_id = readCommand(command, root).check?.check_id
  const parts = partsOf(command)
  const folders: string[] = []
  for (const part of parts) {
    if (GOES.test(part)) folders.push(part.trim())
    const settles = [...folders, part.trim()].join(" && ")
    const { check } = readCommand(settles, root)
    if (check?.check_id !== check_id || (check?.exit_code_hidden !== false && check?.is_wrapped !== true))
      continue
    return readCommand(part.trim(), root).check?.check_id === check_id ? part.trim() : settles
  }
  return command
}

/** The commands of a line, each as it is written, without redirections. Quotes hide operators. */
function partsOf(command: string): readonly string[] {
  const plain = withoutQuotes(command)
  const cuts = [...plain.matchAll(OPERATOR)].map(({ index, 0: operator }) => [index, index + operator.length])
  const starts = [0, ...cuts.map(([, end = 0]) => end)]
  const ends = [...cuts.map(([start = 0]) => start), command.length]
  return starts.map((start, index) => withoutRedirections(command, plain, start, ends[index] ?? start))
}

/** The same line with nothing told of what is quoted or escaped. */
function withoutQuotes(command: string): string {
  let quote = ""
  let plain = ""
  for (let at = 0; at < command.length; at += 1) {
    const character = command[at] ?? ""
    const is_escape = character === "\\" && quote !== "'"
    if (is_escape) at += 1
    else if (quote === "" && (character === "'" || character === '"')) quote = character
    else if (character === quote) quote = ""
    else if (quote === "") {
      plain += character
      continue
    }
    plain += is_escape ? "__" : "_"
  }
  return plain
}

function withoutRedirections(command: string, plain: string, start: number, end: number): string {
  let text = ""
  let at = start
  for (const { index, 0: redirection } of plain.slice(start, end).matchAll(REDIRECTION)) {
    text += command.slice(at, start + index)
    at = start + index + redirection.length
  }
  return text + command.slice(at, end)
}
