import { errorCode } from "@proofloop/foundation/errors"
import { ZodError } from "zod"
import { StoreError } from "../store_error.ts"

/** Does the work; an error of the database, or of what it holds, becomes one of the store. */
export async function inTermsOfSqlite<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ZodError) {
      throw new StoreError("corrupt", `${path}: a row cannot be read`, { cause: error })
    }
    const code = errorCode(error)
    const described = DESCRIPTIONS.find(([begin]) => code.startsWith(begin))
    if (described === undefined) throw error
    const [, problem, text] = described
    throw new StoreError(problem, `${path}: ${text}`, { cause: error })
  }
}

const DESCRIPTIONS = [
  ["SQLITE_BUSY", "busy", "another process keeps the store locked"],
  ["SQLITE_LOCKED", "busy", "another process keeps the store locked"],
  ["SQLITE_NOTADB", "not_a_store", "the file is not a database"],
  ["SQLITE_CORRUPT", "corrupt", "the database file is damaged"],
  ["SQLITE_FULL", "io", "the disk is full"],
  ["SQLITE_READONLY", "io", "the store cannot be written to"],
  ["SQLITE_CANTOPEN", "io", "the store cannot be opened"],
  ["SQLITE_IOERR", "io", "the store cannot be read or written"],
  ["SQLITE_PERM", "io", "permission denied"],
] as const
