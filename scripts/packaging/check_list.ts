/** One thing that has to hold; resolves to what is wrong, in lines, empty when nothing is. A throw is a failure too. */
export interface Check {
  readonly name: string
  readonly run: () => string[] | Promise<string[]>
}

export interface Counts {
  passed: number
  failed: number
}

/** Runs the checks, two at a time as they mostly wait for processes, and prints those that fail. */
export async function runChecks(checks: readonly Check[]): Promise<Counts> {
  const counts = { passed: 0, failed: 0 }
  const open = checks.values()
  const work = async (): Promise<void> => {
    for (const { name, run } of open) {
      const problems = await attempt(run)
      counts[problems.length === 0 ? "passed" : "failed"] += 1
      if (problems.length > 0) console.log([`FAIL ${name}`, ...problems].join("\n    "))
    }
  }
  await Promise.all([work(), work()])
  return counts
}

async function attempt(run: Check["run"]): Promise<string[]> {
  try {
    return await run()
  } catch (error) {
    return [error instanceof Error ? (error.stack ?? error.message) : String(error)]
  }
}
