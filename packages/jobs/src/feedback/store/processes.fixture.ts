import { once } from "node:events"
import * as z from "zod"
import { StoreError } from "../../store/store_error.ts"
import { openFeedbackStore, type FeedbackStore } from "../feedback_store.ts"

/** A program that works with a store beside others like it, or until it is killed. */
const jobSchema = z.object({
  path: z.string(),
  name: z.string(),
  mode: z.enum(["share", "endless"]),
  rows: z.number(),
})

const { path, name, mode, rows } = jobSchema.parse(JSON.parse(process.argv[2] ?? ""))

const store = await patiently(() => openFeedbackStore(path))
if (mode === "share") await share(store)
else await workEndlessly(store)

/** Claims as many rows as it can, holds them until its input ends, and only then changes them. */
async function share(shared: FeedbackStore): Promise<void> {
  const noting = name.startsWith("noting")
  for (let count = 0; count < rows; count += 1) {
    await patiently(() => addRow(shared, `${name}-${count}`))
    if (noting) {
      await patiently(() => shared.change("shared", { note: { by: name, count } }))
    }
  }
  const claimed: string[] = []
  for (;;) {
    const row = await patiently(() => shared.claim(["pending"], noting ? { after: "shared" } : {}))
    if (row === null) break
    claimed.push(row.id)
  }
  process.stdout.write(`${JSON.stringify(claimed)}\n`)
  process.stdin.resume()
  await once(process.stdin, "end")
  for (const id of claimed) {
    await patiently(() => shared.change(id, { to: "triaged", note: { by: name } }))
    await patiently(() => shared.release(id))
  }
  await shared.close()
}

async function workEndlessly(shared: FeedbackStore): Promise<never> {
  for (let count = 0; ; count += 1) {
    const { id } = await addRow(shared, `${name}-${count}`)
    await shared.claim(["pending"], { id })
    await shared.change(id, { to: "triaged", work: { branch: `of ${id}` }, note: { by: name } })
    await shared.requestApproval(id, 0, "May I?")
    await shared.change(id, { to: "awaiting-approval", attempts: 1, note: { by: name } })
    await shared.answer(id, { answer: "approved", by: name })
    await shared.change(id, { to: "in-fix", attempts: 0, note: { by: name } })
    if (count % 2 === 0) await shared.release(id)
    if (count === 1) process.stdout.write("at work\n")
  }
}

function addRow(shared: FeedbackStore, id: string) {
  return shared.add({ id, body: `From ${name}`, severity: "low", from_handle: name })
}

/** On an overloaded machine 5 seconds are short; `busy` says that nothing was written. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreError && error.code === "busy") || tries === 10) throw error
    }
  }
}
