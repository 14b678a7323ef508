import type * as Sdk from "@dbos-inc/dbos-sdk"
import { errorCode } from "@proofloop/foundation/errors"
import type * as Pg from "pg"

/** The SDK, which is an optional package. Rejects with what to install where it is missing. */
export async function loadDbos(): Promise<typeof Sdk> {
  return loaded("@dbos-inc/dbos-sdk")
}

/** The client of Postgres, on which the SDK depends as well. */
export async function loadPostgres(): Promise<Pick<typeof Pg, "Pool">> {
  return (await loaded<{ readonly default: typeof Pg }>("pg")).default
}

/** The specifier is not constant, so that bundlers leave an optional package alone. */
async function loaded<Module>(specifier: string): Promise<Module> {
  try {
    return (await import(/* webpackIgnore: true */ /* @vite-ignore */ specifier)) as Module
  } catch (error) {
    if (errorCode(error) !== "ERR_MODULE_NOT_FOUND") throw error
    throw new MissingPackageError(error)
  }
}

class MissingPackageError extends Error {
  readonly code = "missing_package"

  constructor(cause: unknown) {
    super("@proofloop/dbos needs two packages beside it: npm install @dbos-inc/dbos-sdk pg", { cause })
    this.name = "MissingPackageError"
  }
}
