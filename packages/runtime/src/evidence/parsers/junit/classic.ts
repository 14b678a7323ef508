import { methodName, thrownBy } from "../java/thrown.ts"
import type { ParsedDiagnostic } from "../parser.ts"

const ENTRY = /^\d{1,6}\) ([^\s()][^()]{0,400})\(([\w.$]{1,400})\)(.{0,4000})$/
const CLASS_ENTRY = /^\d{1,6}\) ([\w$]{1,200}(?:\.[\w$]{1,200}){1,30})$/
const END = /^(?:FAILURES!!!|OK \(|There (?:was|were) \d|Tests run: |Time: )/
const COUNT = /^(?:OK \((\d{1,9}) tests?\)|Tests run: (\d{1,9}), {2}Failures: \d)/

/** Reads the text runner of JUnit 3 and 4: the numbered failures and errors. */
export function readClassicFailures(lines: readonly string[]): readonly ParsedDiagnostic[] {
  const found: ParsedDiagnostic[] = []
  let test_id: string | null = null
  let body: string[] = []
  const close = (): void => {
    if (test_id !== null) found.push(thrownBy(test_id, body))
    test_id = null
    body = []
  }
  for (const line of lines) {
    const [, method, class_name = "", rest = ""] = ENTRY.exec(line) ?? []
    const alone = method === undefined ? CLASS_ENTRY.exec(line)?.[1] : undefined
    if (method !== undefined || alone !== undefined || END.test(line)) close()
    if (method !== undefined) {
      test_id = `${class_name}.${methodName(method)}`
      // JUnit 3 begins the trace on the line of the name.
      if (rest.trim() !== "") body.push(rest.trim())
    } else if (alone !== undefined) test_id = alone
    else if (test_id !== null) body.push(line)
  }
  close()
  return found
}

/** Tests that ran, over all runs in the output; null if none was summed up. */
export function countClassic(lines: readonly string[]): number | null {
  let count: number | null = null
  for (const line of lines) {
    const [, passed, failed] = COUNT.exec(line) ?? []
    if (passed ?? failed) count = (count ?? 0) + Number(passed ?? failed)
  }
  return count
}
