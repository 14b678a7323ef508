import type * as Dbos from "@proofloop/dbos"
import { errorCode } from "@proofloop/foundation/errors"
import { isPostgresUrl } from "@proofloop/jobs"
import { localRows, type LocalRowsOptions, type RowWorker } from "@proofloop/jobs/engines"
import { Misuse } from "../console/misuse.ts"

/** Opens what moves rows in this process. Rejects with Misuse where a package is missing. */
export type OpensRows = (
  work: Pick<LocalRowsOptions, "turns" | "most_turns" | "on_error">,
) => Promise<RowWorker>

/**
 * What moves the rows of a store: this process, and DBOS where the store is in Postgres, with the other workers of the
 * queue.
 */
export function engineOf(store: string | undefined, queue: string): OpensRows {
  return async (work) => {
    if (store === undefined || !isPostgresUrl(store)) return localRows(work)
    try {
      const { workRows }: typeof Dbos = await import("@proofloop/dbos")
      return await workRows({ ...work, database_url: store, queue })
    } catch (error) {
      if (!MISSING.has(errorCode(error))) throw error
      throw new Misuse(
        "the rows of a store in Postgres are moved over DBOS: npm install @proofloop/dbos @dbos-inc/dbos-sdk pg",
      )
    }
  }
}

const MISSING: ReadonlySet<string> = new Set(["ERR_MODULE_NOT_FOUND", "missing_package"])
