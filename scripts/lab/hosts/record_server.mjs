// Stands between an agent and an MCP server of hooks, and keeps what each event was answered, as record_hook.mjs keeps it.
import { spawn } from "node:child_process"
import { appendFileSync } from "node:fs"
import { createInterface } from "node:readline"

const [file, program, ...args] = process.argv.slice(2)
const server = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] })
const sent = new Map()

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const { id, method, params } = JSON.parse(line)
    if (method === "tools/call") sent.set(id, params.arguments)
    server.stdin.write(`${line}\n`)
  })
  .on("close", () => server.stdin.end())
createInterface({ input: server.stdout }).on("line", (line) => {
  const { id, result } = JSON.parse(line)
  const input = sent.get(id)
  if (input !== undefined) {
    const answer = result.content[0].text
    appendFileSync(
      file,
      `${JSON.stringify({ words: ["mcp"], input: JSON.stringify(input), answer, status: 0 })}\n`,
    )
  }
  process.stdout.write(`${line}\n`)
})
server.on("exit", (code) => process.exit(code ?? 1))
