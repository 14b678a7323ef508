import { methodName, thrownBy } from "../java/thrown.ts"
import type { ParsedDiagnostic } from "../parser.ts"

const ENTRY = /^ {2}\S.{0,1000}$/
const SOURCE =
  /^ {4}(?:Method|Class)Source \[className = '([\w.$]{1,400})'(?:, methodName = '([^']{1,400})')?/
const INVOCATION = /:\[(\d{1,6})\](?: |$)/
const COUNT = /^\[ {1,20}(\d{1,9}) tests (?:successful|failed) {1,20}\]$/

/** Reads the list of failures of the JUnit 5 console launcher. */
export function readPlatformFailures(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  let title: string | null = null
  let body: string[] = []
  let inside = false
  const close = (): void => {
    if (title !== null) found.push(...toDiagnostic(title, body))
    title = null
    body = []
  }
  for (const line of lines) {
    if (/^Failures \(\d{1,9}\):$/.test(line)) inside = true
    else if (!inside) continue
    else if (line.startsWith("Test run finished")) [inside] = [false, close()]
    else if (ENTRY.test(line) && !line.startsWith("   ")) {
      close()
      title = line.trim()
    } else if (title !== null) body.push(line)
  }
  close()
  return found
}

function toDiagnostic(title: string, body: readonly string[]): readonly ParsedDiagnostic[] {
  const at = body.findIndex((line) => SOURCE.test(line))
  const [, class_name, method] = SOURCE.exec(body[at] ?? "") ?? []
  if (class_name === undefined) return []
  const number = INVOCATION.exec(title)?.[1]
  const name =
    method === undefined ? "" : `.${methodName(method)}${number === undefined ? "" : `[${number}]`}`
  const thrown = body.slice(at + 1).map((line) => line.replace(/^ {4}=> /, "").replace(/^ {5,7}/, ""))
  return [thrownBy(`${class_name}${name}`, thrown)]
}

/** Tests that passed or failed; null if they were not summed up. */
export function countPlatform(lines: readonly string[]): number | null {
  let count: number | null = null
  for (const line of lines) {
    const found = line.startsWith("[ ") ? COUNT.exec(line)?.[1] : undefined
    if (found !== undefined) count = (count ?? 0) + Number(found)
  }
  return count
}
