// Drives opencode as its TUI does: a server, one session, one prompt, until nothing happens any more.
import { spawn } from "node:child_process"

const [program, prompt, goes_on] = process.argv.slice(2)
const QUIET_MS = 6000
const server = spawn(program, ["serve", "--port", "0", "--print-logs"], { stdio: ["ignore", "pipe", "pipe"] })
server.stderr.pipe(process.stderr)
const url = await new Promise((resolve, reject) => {
  let said = ""
  server.stdout.on("data", (chunk) => {
    said += chunk
    const found = /http:\/\/[\w.:]+/.exec(said)
    if (found !== null) resolve(found[0])
  })
  server.on("exit", () => reject(new Error(`opencode ended: ${said}`)))
})

let happened_at = Date.now()
const stream = await fetch(`${url}/event`)
const following = follow(stream.body)
const [latest] = goes_on === undefined ? [] : await (await fetch(`${url}/session`)).json()
const { id } = latest ?? (await post("/session", {}))
await post(`/session/${id}/message`, { parts: [{ type: "text", text: prompt }] })
happened_at = Date.now()
while (Date.now() - happened_at < QUIET_MS) await new Promise((resolve) => setTimeout(resolve, 250))
server.kill()
await following
process.exit(0)

async function post(path, body) {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  return response.json()
}

async function follow(body) {
  const decoder = new TextDecoder()
  try {
    for await (const chunk of body) {
      const text = decoder.decode(chunk)
      if (!text.includes("server.heartbeat")) happened_at = Date.now()
      if (text.includes("tui.toast.show")) console.log(text)
    }
  } catch {
    // The server was ended.
  }
}
