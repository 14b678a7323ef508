import type * as Sdk from "@dbos-inc/dbos-sdk"
import { APPLICATION, JOURNALS } from "./names.ts"

/** Puts what a lost worker had at work back into its queues. */
export async function takeOver({ DBOS }: Pick<typeof Sdk, "DBOS">, worker: string): Promise<void> {
  const left = await DBOS.listWorkflows({
    executorId: worker,
    status: "PENDING",
    applicationName: APPLICATION,
    applicationVersion: JOURNALS,
    loadInput: false,
    loadOutput: false,
  })
  for (const { workflowID, queueName } of left) {
    await DBOS.resumeWorkflow(workflowID, queueName === undefined ? {} : { queueName })
  }
}
