import { failureText } from "../evidence/outcome.ts"
import { readField } from "../evidence/read_field.ts"
import type { ToolResult } from "../protocol/tool.ts"

const LONGEST_TEXT = 2000
const REFUSED: ReadonlySet<unknown> = new Set(["refused", "denied", "rejected_by_policy"])
/** A tool that prints its usage, rejects its arguments, or does not exist. */
const NOT_UNDERSTOOD =
  /^\s{0,16}(?:error: ?)?(?:usage:|(?:unknown|no such|unrecognized|invalid) (?:tool|function|command name|arguments?\b|parameters?\b)|tool ["'`]?[^\s"'`]{1,64}["'`]? (?:not found|does not exist|is not available)|missing required (?:argument|parameter|property)|(?:failed|unable) to parse (?:the )?(?:tool |function )?(?:call |arguments|input)|(?:tool |function )?(?:call )?arguments are not valid JSON)|^InputValidationError:|\bunavailable tool ["'`]|\bMCP error -32(?:700|60[0-2])\b|^git: '[^'\n]{1,64}' is not a git command/i
/** The program, server or session that was to run the call is missing. */
const NOT_STARTED =
  /^\s{0,16}(?:error: ?)?(?:failed|unable|could not) to start (?:the )?(?:tool|shell|session|sandbox)\b|\bMCP error -32000: Connection closed\b|^(?:error: )?(?:MCP )?(?:tool )?server \S{1,64} is not connected\b/i
/** Refused by a guard or by the person at the screen. */
const NOT_ALLOWED =
  /\b(?:denied|rejected|refused|blocked|not allowed|not permitted|disallowed|forbidden) by (?:the |your |a )?(?:user|policy|guard|hook|sandbox|rules?|permissions?|settings|configuration)\b|\b(?:user|policy) (?:has )?(?:denied|rejected|refused|declined|doesn't want)\b|^\s{0,16}(?:this )?(?:command|tool|action) (?:is|was) (?:not allowed|blocked|forbidden|denied)\b/im
/** A shell runs nothing of a line that it cannot read. In a script the lines above it did run. */
const NO_SHELL_LINE =
  /^(?:\S{0,128}\/)?(?:ba|da|z|k|a)?sh: (?:(?:-c|eval|line \d{1,9}|\d{1,9}): ){0,3}(?:[Ss]yntax error\b|unexpected EOF while looking for matching\b|[Uu]nterminated quoted string\b)|^(?:zsh:(?:\d{1,9}:)? )(?:parse error near|unmatched ["'`])/m
const NOT_FOUND = /\bcommand not found\b|: not found\b|is not recognized as\b/
/** A sentence that was sent to a shell. */
const PROSE = /^["']?(?:I(?:'(?:ll|m|ve|d))?|[A-Z][a-z']{1,24},?)(?: [A-Za-z][a-z']{0,24}[,.:;]?){3}/
/** Punctuation that ends a part of a sentence, or begins a text mark; no program's name has it. */
const PART_OF_TEXT =
  /^(?:["'(]{0,2}[A-Za-z'’]{1,32}["')]{0,2}[,.:;!?]{1,3}(?:\s|$)|(?:\*\*|__)\w|#{2,6} \w|`{3})/
/**
 * Whether nothing ran at all: the call was refused, its tool or line was not understood, or a shell took prose for a
 * command. A tool that failed at its work did run.
 * @requirement patterns.nothing_started
 */
export function didNothing(result: ToolResult, command: string): boolean {
  if (REFUSED.has(readField(result, "status"))) return true
  const text = failureText(result).slice(0, LONGEST_TEXT)
  if (NOT_UNDERSTOOD.test(text) || NOT_STARTED.test(text) || NOT_ALLOWED.test(text)) return true
  if (command === "") return false
  return NO_SHELL_LINE.test(text) || (NOT_FOUND.test(text) && isProse(command.trimStart().slice(0, 200)))
}

function isProse(line: string): boolean {
  return PROSE.test(line) || PART_OF_TEXT.test(line)
}
