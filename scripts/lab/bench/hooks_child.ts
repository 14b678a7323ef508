import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createInterface } from "node:readline"
import { serveHooks } from "@proofloop/hooks/internal/serve"

const home = process.argv[2] ?? ""
const server = await serveHooks({ words: ["--nudge"], home, version: "bench" })
/** What a server costs that reads and answers, and does nothing in between. */
const idle = createServer((request, response) => {
  request.resume().once("end", () => response.end("{}"))
})
await once(idle.listen(0, "127.0.0.1"), "listening")
const { port } = idle.address() as AddressInfo
console.log(`${server.url} http://127.0.0.1:${port} ${server.token}`)
// Each line asks what was used so far.
for await (const line of createInterface({ input: process.stdin })) {
  if (line === "end") break
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  console.log(JSON.stringify({ rss, held: heapUsed + external, cpu_ms: (user + system) / 1000 }))
}
idle.close()
await server.close()
