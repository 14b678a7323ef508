import type * as Sdk from "@dbos-inc/dbos-sdk"
import { isRefusal, type RowName, type RowTurns } from "@proofloop/jobs/engines"

/** Gives a row up once its interrupted turn has released it. */
export function cancelWorkflow({ DBOS }: Pick<typeof Sdk, "DBOS">, turnsOf: (kind: string) => RowTurns) {
  return async (row: RowName, reason: string): Promise<void> => {
    const shouldRetry = (error: unknown) => !isRefusal(error)
    const retry = {
      retriesAllowed: true,
      maxAttempts: 1000,
      intervalSeconds: 0.2,
      backoffRate: 1.1,
      shouldRetry,
    }
    await DBOS.runStep(async () => turnsOf(row.kind).cancel(row.row_id, reason), { name: "cancel", ...retry })
  }
}
