import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { thrownMessage } from "@proofloop/foundation/errors"
import { RequestError } from "@proofloop/foundation/files"

export interface LineMatch {
  /** 1-based. */
  readonly line: number
  /** 0-based place of the match in `text`. */
  readonly column: number
  readonly text: string
}

export interface LineMatcher {
  /** The first `limit` matching lines; null after an abort. */
  match(text: string, limit: number): Promise<readonly LineMatch[] | null>
  close(): Promise<void>
}

/** How much of a line a regular expression sees. */
const LINE_CHARACTERS = 10_000

/** Matches text here, an expression in a worker that the signal stops. Throws RequestError for an invalid expression. */
export function createLineMatcher(options: {
  readonly pattern: string
  readonly regex: boolean
  readonly ignore_case: boolean
  readonly signal: AbortSignal
}): LineMatcher {
  if (!options.regex) return literalMatcher(options.pattern, options.ignore_case, options.signal)
  return regexMatcher(compile(options.pattern, options.ignore_case), options.signal)
}

function literalMatcher(pattern: string, ignore_case: boolean, signal: AbortSignal): LineMatcher {
  const fold = (text: string) => (ignore_case ? text.toLowerCase() : text)
  const wanted = fold(pattern)
  return {
    async match(text, limit) {
      if (signal.aborted) return null
      if (!fold(text).includes(wanted)) return []
      const matches: LineMatch[] = []
      for (const [index, line] of text.split(/\r?\n/).entries()) {
        const column = fold(line).indexOf(wanted)
        if (column >= 0) matches.push({ line: index + 1, column, text: line })
        if (matches.length === limit) break
      }
      return matches
    },
    close: async () => {},
  }
}

function compile(pattern: string, ignore_case: boolean): RegExp {
  const body = pattern.replace(/^\(\?i\)/, "")
  const flags = ignore_case || body !== pattern ? "i" : ""
  try {
    return new RegExp(body, `${flags}u`)
  } catch {
    // Without "u" needless escapes such as \- or \" are allowed, as in most other tools.
  }
  try {
    return new RegExp(body, flags)
  } catch (error) {
    const reason = thrownMessage(error)
    throw new RequestError(`${reason}; set regex to false to search for the literal text`, { cause: error })
  }
}

function regexMatcher(expression: RegExp, signal: AbortSignal): LineMatcher {
  const workerData = { source: expression.source, flags: expression.flags, line_characters: LINE_CHARACTERS }
  const worker = new Worker(WORKER_SOURCE, { eval: true, workerData, env: {}, execArgv: [], stdin: false })
  worker.on("error", () => {})
  return {
    async match(text, limit) {
      if (signal.aborted) return null
      worker.postMessage({ text, limit })
      try {
        const [matches] = (await once(worker, "message", { signal })) as [readonly LineMatch[]]
        return matches
      } catch {
        return null
      }
    },
    async close() {
      await worker.terminate()
    },
  }
}

const WORKER_SOURCE = `
const { parentPort, workerData } = require("node:worker_threads")
const expression = new RegExp(workerData.source, workerData.flags)
parentPort.on("message", ({ text, limit }) => {
  const matches = []
  for (const [index, line] of text.split(/\\r?\\n/).entries()) {
    const found = expression.exec(line.slice(0, workerData.line_characters))
    if (found) matches.push({ line: index + 1, column: found.index, text: line })
    if (matches.length === limit) break
  }
  parentPort.postMessage(matches)
})
`
