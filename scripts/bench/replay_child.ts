import { main } from "../../packages/cli/src/index.ts"

const [file = ""] = process.argv.slice(2)
const start_seconds = performance.now() / 1000
await main(["replay", file, "--json"])
const seconds = performance.now() / 1000
const peak_mb = process.resourceUsage().maxRSS / 1000
process.stdout.write(`${JSON.stringify({ seconds, start_seconds, peak_mb })}\n`)
