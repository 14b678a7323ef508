const PYTHON_FRAME = /^\s{1,64}File ".{1,1024}", line \d{1,9}/
const NODE_PLACE = /^(?:file:\/\/)?[/\\A-Za-z][^\s]{0,1024}:\d{1,9}$/
const CARETS = /^\s{0,1024}[\^~]{1,1024}\s{0,64}$/
const NUMBERED = /^\s{0,8}(?:[>→]\s{0,8}|\s)(\d{1,7}): ?/
const ERROR_WITH_MESSAGE = /^[\w.]{1,256}: \S/

/**
 * Drops the source lines that Python and Node print below a place in a stack: an edit changes them without changing
 * the failure. In a Python traceback the last one stays when the error itself says nothing ("AssertionError").
 */
export function withoutSourceEcho(lines: readonly string[]): readonly string[] {
  const kept: string[] = []
  let last_echo: string | null = null
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ""
    const above = lines[index - 1] ?? ""
    if (isPythonEcho(line, above)) {
      last_echo = line
      continue
    }
    if (NODE_PLACE.test(above) && CARETS.test(lines[index + 1] ?? "")) continue
    if (last_echo !== null && !/^\s/.test(line)) {
      if (!ERROR_WITH_MESSAGE.test(line)) kept.push(last_echo)
      last_echo = null
    }
    kept.push(line)
  }
  return kept
}

/** Drops the numbers of source lines that are shown one below the other: "  5: let x = 3". */
export function withoutLineNumbers(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => NUMBERED.test(line))) return lines
  const numbers = lines.map((line) => Number(NUMBERED.exec(line)?.[1] ?? Number.NaN))
  return lines.map((line, index) => {
    const number = numbers[index] ?? Number.NaN
    const is_shown = numbers[index - 1] === number - 1 || numbers[index + 1] === number + 1
    return is_shown ? line.replace(NUMBERED, "  ") : line
  })
}

/** Whether a text may hold any: a cheap look. */
export function mayHoldEcho(text: string): boolean {
  return text.includes('File "') || text.includes("^") || text.includes("~")
}

function isPythonEcho(line: string, above: string): boolean {
  return PYTHON_FRAME.test(above) && /^\s{4}/.test(line) && !PYTHON_FRAME.test(line)
}
