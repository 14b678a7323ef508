import { main } from "proofloop/command"

const [file = ""] = process.argv.slice(2)
const startSeconds = performance.now() / 1000
await main(["replay", file, "--json"])
const seconds = performance.now() / 1000
const peakMb = process.resourceUsage().maxRSS / 1000
process.stdout.write(`${JSON.stringify({ seconds, start_seconds: startSeconds, peak_mb: peakMb })}\n`)
