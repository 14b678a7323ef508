import type { Transaction, Value } from "./transaction.ts"

/** Rows of one statement: values of a statement are limited, and so is its text. */
const AT_ONCE = 100

/** Writes rows in their order. `rest`: what ends the statement, such as ON CONFLICT. Resolves to how many were written. */
export async function insertMany(
  { run }: Transaction,
  into: string,
  rows: ReadonlyArray<readonly Value[]>,
  rest = "",
): Promise<number> {
  let written = 0
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE)
    const places = some.map((values) => `(${values.map(() => "?").join(", ")})`).join(", ")
    written += await run(`INSERT INTO ${into} VALUES ${places} ${rest}`, ...some.flat())
  }
  return written
}
