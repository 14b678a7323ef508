import { mkdtemp, rm } from "node:fs/promises"
import { connect, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** When a connection is cut: before a message reaches the server, or after the server has answered it, unheard. */
export type Cut = "unheard" | "unanswered"

/** A way to the server of a store that can be cut. */
export interface CuttingWay {
  /** The same store over this way. */
  readonly path: string
  /** Cuts once, at the first message from now on that `matches`. */
  cut(how: Cut, matches: (message: string) => boolean): void
  /** Whether that has happened. */
  hasCut(): boolean
  /** Takes no further connections. */
  readonly close: () => Promise<void>
}

export async function cuttingWay(path: string): Promise<CuttingWay> {
  const folder = await mkdtemp(join(tmpdir(), "proofloop-cut-"))
  const target = /host=([^&]*)/.exec(path)?.[1] ?? ""
  const socket = (place: string) => join(place, ".s.PGSQL.5432")
  let next: { readonly how: Cut; readonly matches: (message: string) => boolean } | null = null
  const open = new Set<Socket>()

  const way = createServer((client) => {
    const server = connect(socket(target))
    open.add(client)
    let is_deaf = false
    const end = () => {
      open.delete(client)
      client.destroy()
      server.destroy()
    }
    for (const one of [client, server]) one.on("error", end).on("close", end)
    client.on("data", (data) => {
      const cut = next?.matches(data.toString("latin1")) === true ? next.how : null
      if (cut !== null) next = null
      is_deaf ||= cut === "unanswered"
      if (cut === "unheard") end()
      else server.write(data)
    })
    server.on("data", (data) => (is_deaf ? end() : client.write(data)))
  })
  await new Promise<void>((resolve) => way.listen(socket(folder), resolve))

  return {
    path: path.replace(`host=${target}`, `host=${folder}`),
    cut: (how, matches) => void (next = { how, matches }),
    hasCut: () => next === null,
    async close() {
      if (!way.listening) return
      way.close()
      for (const one of open) one.destroy()
      await rm(folder, { recursive: true })
    },
  }
}
