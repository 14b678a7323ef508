import * as z from "zod"
import type { createStreams } from "../events/event_stream.ts"
import type { Feed } from "../events/feed.ts"
import { readPositions } from "../events/positions.ts"
import { tellClient } from "../events/tell_client.ts"
import { type Answer, type Asked, HttpError, json, missing } from "../http/answer.ts"
import { readJson } from "../http/body.ts"
import type { Route } from "../http/routes.ts"
import { REPLAY_HEADERS } from "../security/headers.ts"
import { servedText } from "../security/served_text.ts"
import { PAGE_ROWS } from "../sources/overview.ts"
import { remembered } from "../sources/remembered.ts"
import type { RowSource } from "../sources/source.ts"

interface RowParts {
  readonly sources: readonly RowSource[]
  readonly feed: Feed
  readonly streams: ReturnType<typeof createStreams>
}

/** What a page shows of a change; a browser chokes on more. */
const MOST_DIFF_BYTES = 256 * 1024
/** Sums read every row. */
const RATES_KEPT_MS = 5000

const givenSchema = z.strictObject({
  action: z.string().min(1).max(64),
  words: z.string().max(4096).optional(),
  seen: z.string().max(200),
})

export function rowRoutes({ sources, feed, streams }: RowParts): readonly Route[] {
  const sourceOf = (name: string | undefined): RowSource => {
    const found = sources.find((source) => source.name === name)
    if (found === undefined) throw missing(`source ${name}`)
    return found
  }
  const ofRow =
    (answer: (source: RowSource, id: string, asked: Asked) => Promise<Answer>) =>
    async (asked: Asked): Promise<Answer> => {
      const [name, id = ""] = asked.parts
      return answer(sourceOf(name), id, asked)
    }
  const rates = remembered(RATES_KEPT_MS, async () => {
    const groups = await Promise.all(
      sources.map(async (source) =>
        (await source.rates()).map((group) => ({ source: source.name, ...group })),
      ),
    )
    return groups.flat()
  })
  return [
    {
      method: "GET",
      path: "/api/rows/:source",
      answer: async (asked) => list(sourceOf(asked.parts[0]), asked),
    },
    {
      method: "GET",
      path: "/api/rows/:source/:id",
      answer: ofRow(async (source, id) => json((await source.row(id)) ?? fail(missing(`row ${id}`)))),
    },
    {
      method: "GET",
      path: "/api/rows/:source/:id/live",
      answer: ofRow(async (source, id) => json({ live: await source.live(id) })),
    },
    {
      method: "GET",
      path: "/api/rows/:source/:id/diff",
      answer: ofRow(async (source, id) => json({ diff: await source.diff(id, MOST_DIFF_BYTES) })),
    },
    {
      method: "GET",
      path: "/replay/:source/:id/:name",
      answer: ofRow(async (source, id, { parts: [, , name = ""] }) => {
        const page = (await source.replay(id, name)) ?? fail(missing(`journal ${name} of ${id}`))
        return { status: 200, type: "text/html; charset=utf-8", body: page, headers: REPLAY_HEADERS }
      }),
    },
    { method: "POST", path: "/api/rows/:source/:id/actions", answer: ofRow(act) },
    { method: "GET", path: "/api/rates", answer: async () => json({ groups: await rates() }) },
    {
      method: "GET",
      path: "/api/events",
      async answer({ request, response }) {
        const id = request.headers["last-event-id"]
        const heard = readPositions(typeof id === "string" ? id : "")
        await tellClient(streams.open(response), { sources, feed, heard })
        return null
      },
    },
  ]
}

async function list(source: RowSource, { url }: Asked): Promise<Answer> {
  const state = url.searchParams.get("state") ?? undefined
  const after = url.searchParams.get("after") ?? undefined
  if (state !== undefined && !source.states.includes(state))
    throw new HttpError(400, `there is no state ${state}`)
  if (after !== undefined && !/^[\w-]{1,64}$/.test(after))
    throw new HttpError(400, "after: expected the id of a row")
  const rows = await source.list({ state, after, limit: PAGE_ROWS })
  return json({ rows, next: rows.length < PAGE_ROWS ? null : (rows.at(-1)?.id ?? null) })
}

async function act(source: RowSource, id: string, { request }: Asked): Promise<Answer> {
  const read = givenSchema.safeParse(await readJson(request))
  if (!read.success)
    throw new HttpError(400, `the action: ${read.error.issues[0]?.message ?? "is malformed"}`)
  const { action: name, words = null, seen } = read.data
  const done = await source.act(id, { name, words, seen })
  return json({ done: servedText(done) })
}

function fail(error: HttpError): never {
  throw error
}
