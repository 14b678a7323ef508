import { actionsLog, vitestOutput } from "../ci/actions_log.fixture.ts"
import { type CiFailure, readFailedJobs } from "../ci/failed_jobs.ts"

/** A job that failed, as it is read from its log. */
export async function ciFailure(log = failedLog()): Promise<CiFailure> {
  const job = { name: "test", told: "failure", summary: "", url: null, log_id: "1" }
  return readFailedJobs({ jobs: [job], checks: { log: async () => log } })
}

export function failedLog(output = vitestOutput(), command = "npx vitest run"): string {
  return actionsLog([{ command, output, exit_code: 1 }])
}
