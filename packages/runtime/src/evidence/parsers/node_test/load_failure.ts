import type { DiagnosticKind } from "../../../protocol/diagnostic.ts"
import { failureKind } from "../../environment.ts"
import { errorCodeIn } from "../error_line.ts"

export interface LoadFailure {
  readonly message: string
  readonly code: string | undefined
  readonly kind: DiagnosticKind
}

const FRAME_OR_FRAMING = /^\s|^$|^node:|^Node\.js v|^[{}]|^\(Use `node |^\[?stack\]?:/
const MAX_LINES = 8

/** Why a test file could not be loaded, by what it printed: its last error line and what follows, without the stack. */
export function loadFailure(printed: readonly string[]): LoadFailure | null {
  const telling = printed.filter((line) => !FRAME_OR_FRAMING.test(line))
  const start = telling.findLastIndex((line) => errorCodeIn(line) !== undefined)
  const message = (start === -1 ? telling.slice(-MAX_LINES) : telling.slice(start, start + MAX_LINES)).join(
    "\n",
  )
  if (message === "") return null
  const code = start === -1 ? undefined : errorCodeIn(telling[start] ?? "")
  return { message, code, kind: failureKind(message, undefined) ?? unloadedKind(message) }
}

function unloadedKind(message: string): DiagnosticKind {
  return /ERR_MODULE_NOT_FOUND|Cannot find module|does not provide an export/.test(message)
    ? "build"
    : "runtime"
}
