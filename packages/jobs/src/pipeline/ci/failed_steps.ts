export interface FailedSteps {
  /** The output of the failed steps; the whole log where they are unknown. */
  readonly text: string
  /** The first line of the step's command, for a single step; null: unknown. */
  readonly command: string | null
  readonly exit_code: number | null
}

const BEGIN = "##[group]Run "
const TIMESTAMP = /^\uFEFF?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,9}Z ?/gm
const ENDED = /^##\[error\]Process completed with exit code (\d{1,3})\.$/
const MARK = /^##\[(?:error|warning|notice|group|endgroup|command|section|debug)\]/gm

/**
 * The part of a job's log that tells why it failed. A log of GitHub Actions also holds the steps around it; any other
 * log is taken whole. Without time stamps and annotation marks.
 */
export function failedSteps(log: string): FailedSteps {
  const plain = log.replaceAll("\r\n", "\n").replace(TIMESTAMP, "")
  const failed = stepsOf(plain).filter((step) => step.some((line) => line.startsWith("##[error]")))
  if (failed.length === 0) return { text: plain.replace(MARK, ""), command: null, exit_code: null }
  const [first] = failed
  const told = failed.flatMap((lines) => lines.map((line) => ENDED.exec(line)?.[1])).find(Boolean)
  return {
    text: failed.map(outputOf).join("\n").replace(MARK, "").trim(),
    command: failed.length === 1 ? commandOf(first?.[0] ?? "") : null,
    exit_code: told === undefined ? null : Number(told),
  }
}

/** Lines above the first step prepare the machine, which may have failed as well. */
function stepsOf(log: string): ReadonlyArray<readonly string[]> {
  if (!log.includes("##[error]")) return []
  const steps: string[][] = [[]]
  for (const line of log.split("\n")) {
    if (line.startsWith(BEGIN)) steps.push([])
    steps.at(-1)?.push(line)
  }
  return steps
}

/** From its head, which repeats the command and the environment, to its end; the job's clean-up follows. */
function outputOf(lines: readonly string[]): string {
  const has_head = lines[0]?.startsWith(BEGIN) === true
  const head = has_head ? lines.indexOf("##[endgroup]") : -1
  const ended = lines.findIndex((line) => ENDED.test(line))
  const end = ended < 0 ? lines.findLastIndex((line) => line.startsWith("##[error]")) + 1 : ended
  return lines.slice(head < end ? head + 1 : 0, end).join("\n")
}

function commandOf(head: string): string | null {
  const command = head.startsWith(BEGIN) ? head.slice(BEGIN.length).trim() : ""
  return command === "" ? null : command.slice(0, 500)
}
