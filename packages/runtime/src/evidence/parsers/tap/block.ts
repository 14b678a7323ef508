import type { DiagnosticLocation } from "../../../protocol/diagnostic.ts"
import { errorCodeIn } from "../error_line.ts"
import { isFrame, placeOf } from "../javascript/error_body.ts"

export interface TapBlock {
  readonly message: string
  readonly code: string | undefined
  readonly location: DiagnosticLocation | undefined
  /** Only an assertion carries these: an operator in tape, a place in node-tap. A thrown error lacks them. */
  readonly is_assertion: boolean
}

/** Places, stacks and how the test was run: they change while the failure stays the same. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ..."at stack source location file filename line lineNumber column columnNumber duration_ms time type".split(
    " ",
  ),
  ..."stdio cwd externalID command args signal timeout test operator compare tapVersion".split(" "),
])
const KEY = /^'?(\w[\w $().,+*`-]{0,80})'?:(?: |$)/
/** Perl and bats. */
const PLACE_LINE = /^\s{0,16}(?:at|\(in test file) (\S{1,1024}?),? line (\d{1,7})[.)]{1,2}$/
const NAME = /^\s{0,64}(?:name|code): ["']?([A-Za-z_$][\w$.]{0,127})["']?$/
const EMPTY_SCALAR = /^\w{1,32}: {1,8}(?:''|""|[|>][-+]?)$/

/** Reads the part of the YAML below a point that says what failed. The lines come without the indent of the block. */
export function readTapBlock(lines: readonly string[]): TapBlock {
  const told: string[] = []
  const left_out = new Map<string, string[]>()
  let skipped: string[] | null = null
  for (const line of lines) {
    const key = KEY.exec(line)?.[1]
    if (key !== undefined) {
      skipped = LEFT_OUT.has(key) ? [] : null
      if (skipped !== null) left_out.set(key, skipped)
    }
    if (skipped !== null) skipped.push(line)
    else if (!EMPTY_SCALAR.test(line) || line.endsWith("|-") || line.endsWith("|")) told.push(line)
  }
  return {
    message: told.join("\n").trim(),
    code: codeOf(told, left_out.get("stack") ?? []),
    location: locationOf(left_out),
    is_assertion: isAssertion(told, left_out),
  }
}

/** Reads the plain lines that TAP 12 has below a point: the message, then the stack, which says it again, or a place. */
export function readTapLines(lines: readonly string[]): TapBlock {
  const place = lines.findIndex((line) => PLACE_LINE.test(line))
  if (place !== -1) {
    const [, path = "", line] = PLACE_LINE.exec(lines[place] ?? "") ?? []
    const message = lines
      .filter((_, at) => at !== place)
      .join("\n")
      .trim()
    return { message, code: undefined, location: { path, line: Number(line) }, is_assertion: false }
  }
  const frames = lines.filter((line) => isFrame(line))
  const told = lines.filter((line) => !isFrame(line)).map((line) => line.trimEnd())
  const again = told.findIndex(
    (line, at) => at > 0 && errorCodeIn(line) !== undefined && line.endsWith(told[0] ?? ""),
  )
  const error = again === -1 ? told : told.slice(again)
  return {
    message: error.join("\n").trim(),
    code: errorCodeIn(error[0] ?? ""),
    location: frames.map((frame) => placeOf(frame)).find((place) => place !== undefined),
    is_assertion: false,
  }
}

/** A rejected promise has the operator "error" in tape, but no place. In node-tap the caught error tells. */
function isAssertion(told: readonly string[], left_out: ReadonlyMap<string, readonly string[]>): boolean {
  const [operator] = left_out.get("operator") ?? []
  const has_place = left_out.has("at")
  if (operator !== undefined) return !/: (?:error|fail)$/.test(operator) || has_place
  return has_place && left_out.has("source") && !told.some((line) => /^(?:tapCaught|expired): /.test(line))
}

function codeOf(told: readonly string[], stack: readonly string[]): string | undefined {
  const names = told.flatMap((line) => NAME.exec(line)?.[1] ?? [])
  const named = names.find((name) => errorCodeIn(name) !== undefined || name.startsWith("ERR_"))
  if (named !== undefined) return named
  const first = stack.slice(1).find((line) => line.trim() !== "")
  return first === undefined ? undefined : errorCodeIn(first)
}

function locationOf(left_out: ReadonlyMap<string, readonly string[]>): DiagnosticLocation | undefined {
  const at = left_out.get("at") ?? left_out.get("location") ?? []
  const path = field(at, "fileName")
  const line = Number(field(at, "lineNumber"))
  if (path !== undefined) return Number.isInteger(line) ? { path, line } : { path }
  const frames = (left_out.get("stack") ?? []).filter((text) => isFrame(text))
  return [...at, ...frames].map((text) => placeOf(text)).find((place) => place !== undefined)
}

function field(lines: readonly string[], name: string): string | undefined {
  const line = lines.find((text) => text.trimStart().startsWith(`${name}: `))
  return line?.slice(line.indexOf(":") + 1).trim()
}
