// Drives pi as an editor does: one prompt by its own protocol, until nothing happens any more.
import { spawn } from "node:child_process"

const [program, prompt, ...more] = process.argv.slice(2)
const QUIET_MS = 6000
const words = [program, "--mode", "rpc", "--provider", "scripted", "--model", "scripted", ...more]
const agent = spawn(process.execPath, words, { stdio: ["pipe", "pipe", "inherit"] })
let is_busy = true
let happened_at = Date.now()
let rest = ""
agent.stdout.on("data", (chunk) => {
  happened_at = Date.now()
  rest += chunk
  const lines = rest.split("\n")
  rest = lines.pop() ?? ""
  for (const line of lines) {
    if (line.includes('"type":"agent_start"')) is_busy = true
    if (line.includes('"type":"agent_end"')) is_busy = false
    if (line.includes('"type":"extension_')) console.log(line)
  }
})
agent.stdin.write(`${JSON.stringify({ type: "prompt", message: prompt })}\n`)
while (is_busy || Date.now() - happened_at < QUIET_MS)
  await new Promise((resolve) => setTimeout(resolve, 250))
agent.stdin.end()
agent.on("exit", (code) => process.exit(code ?? 1))
setTimeout(() => agent.kill(), 3000)
