import { methodName, thrownBy } from "../java/thrown.ts"
import type { ParsedDiagnostic } from "../parser.ts"

const HEADER = /^Failing tests: (\d{1,9})$/
const ITEM = /^ {1,8}- ([\w.$]{1,400})::(\S.{0,400})$/
const TRACED = /^--- ([\w.$]{1,400})(?:::(\S.{0,400}))?$/

/** Reads lists of failing tests as Defects4J prints them, and its file of failing tests with their stacks. */
export function readFailingList(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  let traced: string | null = null
  let body: string[] = []
  const close = (): void => {
    if (traced !== null) found.push(thrownBy(traced, body))
    traced = null
    body = []
  }
  for (const line of lines) {
    const [, listed_class, listed] = ITEM.exec(line) ?? []
    const [, traced_class, method] = line.startsWith("--- ") ? (TRACED.exec(line) ?? []) : []
    if (traced_class !== undefined || HEADER.test(line)) close()
    if (traced_class !== undefined) {
      traced = method === undefined ? traced_class : `${traced_class}.${methodName(method)}`
    } else if (traced !== null) body.push(line)
    else if (listed_class !== undefined && listed !== undefined) {
      found.push({ kind: "test", test_id: `${listed_class}.${methodName(listed)}`, message: "failed" })
    }
  }
  close()
  return found
}
