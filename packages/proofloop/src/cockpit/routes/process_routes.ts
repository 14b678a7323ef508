import * as z from "zod"
import type { createStreams } from "../events/event_stream.ts"
import { type Answer, type Asked, HttpError, json, missing } from "../http/answer.ts"
import { readJson } from "../http/body.ts"
import type { Route } from "../http/routes.ts"
import type { createProcessList } from "../processes/process_list.ts"
import type { RowSource } from "../sources/source.ts"

interface ProcessParts {
  readonly sources: readonly RowSource[]
  readonly processes: ReturnType<typeof createProcessList>
  readonly streams: ReturnType<typeof createStreams>
}

/** Of the output of one process. */
const MOST_FOLLOWERS = 16

const name = z.string().min(1).max(64)
const startSchema = z.strictObject({ source: name, id: name, action: name })

/** Processes of proofloop: start, list, cancel, and what they print as events. Those who may not act see none. */
export function processRoutes(parts: ProcessParts): readonly Route[] {
  const { processes } = parts
  return [
    { method: "POST", path: "/api/processes", answer: (asked) => start(asked, parts) },
    {
      method: "GET",
      path: "/api/processes",
      is_private: true,
      answer: async () => json({ processes: processes.list() }),
    },
    {
      method: "GET",
      path: "/api/processes/:id",
      is_private: true,
      answer: async ({ parts: [id = ""] }) => json({ process: processes.get(id) }),
    },
    {
      method: "DELETE",
      path: "/api/processes/:id",
      answer: async ({ parts: [id = ""] }) => json({ process: processes.cancel(id) }, 202),
    },
    {
      method: "GET",
      path: "/api/processes/:id/events",
      is_private: true,
      answer: async (asked) => follow(asked, parts),
    },
  ]
}

async function start({ request }: Asked, { sources, processes }: ProcessParts): Promise<Answer> {
  const read = startSchema.safeParse(await readJson(request))
  if (!read.success) throw new HttpError(400, "the body has to be {source, id, action}")
  const { source: source_name, id, action } = read.data
  const source = sources.find((one) => one.name === source_name)
  if (source === undefined) throw missing(`source ${source_name}`)
  const words = await source.commandOf(id, action)
  if (words === null) throw new HttpError(409, `${action} starts no process`)
  return json({ process: processes.start(words, { source: source_name, id }) }, 201)
}

function follow({ request, response, parts: [id = ""] }: Asked, { processes, streams }: ProcessParts): null {
  if (processes.followers(id) >= MOST_FOLLOWERS)
    throw new HttpError(503, `${MOST_FOLLOWERS} clients follow this process already`)
  const heard = Number(request.headers["last-event-id"] ?? 0)
  const stream = streams.open(response)
  const stop = processes.follow(id, Number.isSafeInteger(heard) ? heard : 0, {
    line: (line) => stream.send("line", line, String(line.number)),
    ended(record) {
      stream.send("ended", record)
      stream.end()
    },
  })
  stream.onClose(stop)
  return null
}
