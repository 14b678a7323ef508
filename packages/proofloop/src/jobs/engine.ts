import { errorCode } from "@proofloop/foundation/errors"
import { isPostgresUrl } from "@proofloop/jobs/internal"
import type { OpensRows } from "@proofloop/jobs/internal/engines"
import { Misuse } from "../console/misuse.ts"

/**
 * What moves the rows of a store: DBOS where it is in Postgres, with the other workers of the queue; undefined: this
 * process alone. Without a queue the worker has one of its own.
 */
export function engineOf(store: string | undefined, queue?: string): OpensRows | undefined {
  if (store === undefined || !isPostgresUrl(store)) return undefined
  return async (work) => {
    try {
      const { workRows } = await import("@proofloop/jobs/dbos")
      return await workRows({ ...work, database_url: store, queue: queue ?? null })
    } catch (error) {
      if (errorCode(error) !== "missing_package") throw error
      throw new Misuse(
        "the rows of a store in Postgres are moved over DBOS: npm install @dbos-inc/dbos-sdk pg",
      )
    }
  }
}
