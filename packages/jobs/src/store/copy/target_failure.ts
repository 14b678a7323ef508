import type { Transaction } from "../transaction.ts"

/** What a statement of the target threw. The transaction of the source, in which it ran, neither tells nor repeats it. */
class TargetFailure extends Error {}

/** Statements of the target, to run within a transaction of the source. */
export function passingOn(into: Transaction): Transaction {
  return {
    get: (...statement) => packed(into.get(...statement)),
    all: (...statement) => packed(into.all(...statement)),
    run: (...statement) => packed(into.run(...statement)),
    exec: (sql) => packed(into.exec(sql)),
  }
}

async function packed<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (cause) {
    throw new TargetFailure("a statement of the target failed", { cause })
  }
}

/** Rejects with what the target's statement threw, for the transaction of the target. */
export async function unpacked<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw error instanceof TargetFailure ? error.cause : error
  }
}
