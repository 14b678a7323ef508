import type * as Dbos from "@proofloop/dbos"
import { errorCode } from "@proofloop/foundation/errors"
import { isPostgresUrl } from "@proofloop/jobs"
import type { OpensRows } from "@proofloop/jobs/engines"
import { Misuse } from "../console/misuse.ts"

/**
 * What moves the rows of a store: DBOS where it is in Postgres, with the other workers of the queue; undefined: this
 * process alone. Without a queue the worker has one of its own.
 */
export function engineOf(store: string | undefined, queue?: string): OpensRows | undefined {
  if (store === undefined || !isPostgresUrl(store)) return undefined
  return async (work) => {
    try {
      const { workRows }: typeof Dbos = await import("@proofloop/dbos")
      return await workRows({ ...work, database_url: store, queue: queue ?? null })
    } catch (error) {
      if (!MISSING.has(errorCode(error))) throw error
      throw new Misuse(
        "the rows of a store in Postgres are moved over DBOS: npm install @proofloop/dbos @dbos-inc/dbos-sdk pg",
      )
    }
  }
}

const MISSING: ReadonlySet<string> = new Set(["ERR_MODULE_NOT_FOUND", "missing_package"])
