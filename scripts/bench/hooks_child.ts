import { createFold } from "../../packages/hooks/src/fold/fold.ts"
import { hostAdapter } from "../../packages/hooks/src/hosts/hosts.ts"
import { startHookServer } from "../../packages/hooks/src/serve/hook_server.ts"

const home = process.argv[2] ?? ""
const server = await startHookServer({
  flags: {
    mode: "nudge",
    verify_seconds: 120,
    refuse_repeats: false,
    repair_aware_percent: 100,
    via: "command",
  },
  token: "bench",
  home,
  version: "bench",
  adapterOf: hostAdapter,
  loadFold: () => Promise.resolve(createFold),
})
const empty = process.memoryUsage.rss()
console.log(server.url)
process.stdin.resume().once("end", () => {
  console.log(`${empty} ${process.memoryUsage.rss()}`)
  void server.close()
})
