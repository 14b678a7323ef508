import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

/** Where a connection leads: a port of loopback, or a socket's path. */
export type Target = number | string

/** Passes connections on to the first target that takes them, until it is told to cut them. */
export interface TcpProxy {
  readonly port: number
  readonly cut: () => void
  readonly close: () => Promise<void>
}

export async function tcpProxy(targets: () => readonly Target[]): Promise<TcpProxy> {
  const open = new Set<Socket>()
  const pass = (client: Socket, [target, ...others]: readonly Target[]): void => {
    if (target === undefined) return void client.destroy()
    const server = typeof target === "number" ? connect(target, "127.0.0.1") : connect(target)
    let is_connected = false
    server.on("connect", () => {
      is_connected = true
      client.pipe(server)
      server.pipe(client)
    })
    server.on("error", () => (is_connected ? client.destroy() : pass(client, others)))
    server.on("close", () => void (is_connected && client.destroy()))
    client.on("close", () => server.destroy())
  }
  const proxy = createServer((client) => {
    open.add(client)
    client.on("error", () => undefined)
    client.on("close", () => open.delete(client))
    pass(client, targets())
  }).listen(0, "127.0.0.1")
  await once(proxy, "listening")
  const address = proxy.address()
  if (address === null || typeof address === "string") throw new Error("the proxy has no port")
  const cut = (): void => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: address.port,
    cut,
    async close() {
      const closed = once(proxy, "close")
      proxy.close()
      cut()
      await closed
    },
  }
}
