import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createInterface } from "node:readline"
import { createFold } from "../../../packages/hooks/src/fold/fold.ts"
import { hostAdapter } from "../../../packages/hooks/src/hosts/hosts.ts"
import { startHookServer } from "../../../packages/hooks/src/serve/hook_server.ts"

const home = process.argv[2] ?? ""
const server = await startHookServer({
  flags: {
    mode: "nudge",
    verify_seconds: 120,
    refuse_repeats: false,
    repair_aware_percent: 100,
    via: "command",
    source: "",
  },
  token: "bench",
  home,
  version: "bench",
  adapterOf: hostAdapter,
  createFold,
})
/** What a server costs that reads and answers, and does nothing in between. */
const idle = createServer((request, response) => {
  request.resume().once("end", () => response.end("{}"))
})
await once(idle.listen(0, "127.0.0.1"), "listening")
const { port } = idle.address() as AddressInfo
console.log(`${server.url} http://127.0.0.1:${port}`)
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
