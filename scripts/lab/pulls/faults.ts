import { sarifFaults } from "../../../packages/cli/src/check/formats/sarif_schema.fixture.ts"
import type { Judged } from "./judged.ts"

interface Reported extends Pick<Judged, "findings" | "unable" | "github" | "sarif"> {
  /** A file of the merged commit; null where there is none. */
  readonly read: (path: string) => Promise<string | null>
}

/** Longer ones are no words for a reviewer beside a line. */
const LONGEST_MESSAGE = 600

/** What a reviewer would stumble over in a report: lines that are not there, annotations that come twice, messages too long. */
export async function faultsOf({
  findings,
  unable,
  github,
  sarif,
  read,
}: Reported): Promise<readonly string[]> {
  const faults: string[] = []
  const annotations = github.split("\n").filter((line) => line !== "")
  for (const line of annotations) {
    if (!/^::(?:error|warning|notice) [^\n]*::/.test(line))
      faults.push(`no annotation: ${line.slice(0, 200)}`)
    if (annotations.indexOf(line) !== annotations.lastIndexOf(line))
      faults.push(`comes twice: ${line.slice(0, 200)}`)
  }
  if (annotations.length < findings.length + unable.length)
    faults.push(
      `${annotations.length} annotations for ${findings.length} findings and ${unable.length} unable`,
    )
  const log = JSON.parse(sarif) as { readonly runs: ReadonlyArray<{ readonly results: readonly unknown[] }> }
  const results = log.runs.flatMap((run) => run.results)
  if (results.length !== findings.length)
    faults.push(`${results.length} results in SARIF for ${findings.length} findings`)
  faults.push(...sarifFaults(sarif).map((fault) => `no SARIF for code scanning: ${fault}`))
  for (const { critic, path, after_line, message } of findings) {
    const place = `${critic} ${path}:${after_line ?? ""}`
    if (message.length > LONGEST_MESSAGE) faults.push(`${place}: a message of ${message.length} characters`)
    if (/[\n\r]/.test(message)) faults.push(`${place}: a message of several lines`)
    const text = await read(path)
    if (after_line === undefined) continue
    if (text === null) faults.push(`${place}: a line of a file that is gone`)
    else if (after_line > text.split("\n").length) faults.push(`${place}: the file has fewer lines`)
  }
  return [...new Set(faults)]
}
