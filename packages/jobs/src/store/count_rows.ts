import { nameOption } from "@proofloop/foundation/errors"
import * as z from "zod"
import type { Condition } from "./claims.ts"
import { inTransaction, type OpenStore } from "./open_store_state.ts"
import { objectOption } from "./options.ts"
import { requestedBy } from "./read_rows.ts"

const countsSchema = z.array(z.object({ state: z.string(), amount: z.number() }))

/** Reads an index alone. */
export async function countRows(
  store: OpenStore,
  query: object = {},
): Promise<Readonly<Record<string, number>>> {
  const { kind } = store
  const conditions: readonly Condition[] = [
    ["kind = ?", kind.name],
    ...requestedBy(kind, objectOption("query", query, kind.filters)),
  ]
  const text = conditions.map(([condition]) => condition).join(" AND ")
  const values = conditions.flatMap(([, ...given]) => given)
  const counted = await inTransaction(store, "read", async ({ sql }) =>
    countsSchema.parse(
      await sql.all(`SELECT state, count(*) AS amount FROM jobs WHERE ${text} GROUP BY state`, ...values),
    ),
  )
  const amounts = new Map(counted.map(({ state, amount }) => [state, amount]))
  return Object.fromEntries(
    kind.table.states.flatMap((state) => {
      const amount = amounts.get(state)
      return amount === undefined ? [] : [[state, amount]]
    }),
  )
}

export async function countValues(store: OpenStore, filter: string): Promise<number> {
  const { kind } = store
  const name = nameOption("filter", filter, kind.filters)
  const query = `SELECT count(DISTINCT request ->> '${name}') AS amount FROM jobs WHERE kind = ?`
  const found = await inTransaction(store, "read", ({ sql }) => sql.get(query, kind.name))
  return z.object({ amount: z.number() }).parse(found).amount
}
