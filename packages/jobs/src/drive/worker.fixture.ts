import { carrierOf } from "../engines/carrier.ts"
import {
  orderKind,
  orderTable,
  type Order,
  type OrderStore,
  type OrderTypes,
} from "../orders_kind.fixture.ts"
import { openJobStore } from "../store/open_store.ts"
import { faultOf } from "./fault.ts"
import type { Job } from "./job.ts"
import { startPass } from "./queue.ts"
import type { JobStep } from "./step.ts"

/** A worker in its own process: drives every order of a store that no other worker holds, and prints their ids. */
const [path = ""] = process.argv.slice(2)
const store = await openJobStore<OrderTypes>(path, orderKind)

const move = (to: "packed" | "sent"): JobStep<Order, OrderStore>["run"] => {
  return async ({ id }) => ({ row: await store.change(id, { to, note: { by: process.pid } }), next: "on" })
}

const job: Job<OrderTypes, keyof (typeof orderTable)["steps"], OrderStore> = {
  noun: "order",
  table: orderTable,
  steps: {
    pack: { name: "pack", run: move("packed") },
    label: {
      name: "label",
      run: async ({ id }) => ({
        row: await store.change(id, { work: { label: "l" }, note: {} }),
        next: "on",
      }),
    },
    send: { name: "send", run: move("sent") },
  },
  store,
  settings: store,
  nameOf: (environment) => environment,
  max_attempts: 1,
  failing: () => ({}),
  faultOf,
  isFinal: () => false,
  on_event: () => undefined,
}

const { signal } = new AbortController()
const carrier = carrierOf<OrderTypes, keyof (typeof orderTable)["steps"], OrderStore>(job, {
  signal,
  repositoryOf: () => "shop",
})
const pass = startPass(job, { carrier, signal, limit: Number.POSITIVE_INFINITY })
await pass.all(["new"], true)
await store.close()
process.stdout.write(`${JSON.stringify(pass.results.map(({ id, error }) => ({ id, error })))}\n`)
