import type * as Sdk from "@dbos-inc/dbos-sdk"
import { nameOfRow, type RowName, type RowTurns } from "@proofloop/jobs/engines"
import { NEWS } from "./names.ts"

/** Gives a row up once its interrupted turn has released it, and wakes its workflow. */
export function cancelWorkflow({ DBOS }: Pick<typeof Sdk, "DBOS">, turnsOf: (kind: string) => RowTurns) {
  return async (row: RowName, reason: string): Promise<void> => {
    const retry = { retriesAllowed: true, maxAttempts: 20, intervalSeconds: 0.2, backoffRate: 1.5 }
    await DBOS.runStep(async () => turnsOf(row.kind).cancel(row.row_id, reason), { name: "cancel", ...retry })
    await DBOS.send(nameOfRow(row), "cancel", NEWS)
  }
}
