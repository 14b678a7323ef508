// A host that loads what install wrote for it, as opencode and pi do, and tells it one event; prints what it was answered.
import { pathToFileURL } from "node:url"

const MARK = "[proofloop]"
const [host, file] = process.argv.slice(2)
let text = ""
for await (const chunk of process.stdin) text += chunk
const input = JSON.parse(text)
const loaded = await import(pathToFileURL(file).href)
const answers = host === "opencode" ? await tellOpencode() : await tellPi()
process.stdout.write(JSON.stringify({ answers }))

async function tellOpencode() {
  const said = []
  const client = {
    session: { prompt: async (options) => said.push(options) },
    tui: { showToast: async (options) => said.push(options) },
  }
  const directory = input?.directory ?? process.cwd()
  const hooks = await loaded.Proofloop({ client, directory })
  const names = typeof input?.hook === "string" ? [input.hook] : Object.keys(hooks)
  for (const name of names) {
    try {
      if (name === "event") await hooks.event?.(input)
      else await hooks[name]?.(input?.input ?? input, input?.output ?? input)
    } catch (error) {
      // A call is refused like that, and nothing else is said so.
      if (!error.message.startsWith(MARK)) throw error
      said.push(error.message)
    }
  }
  return said
}

async function tellPi() {
  const said = []
  const listeners = new Map()
  await loaded.default({
    on: (event, listener) => void listeners.set(event, listener),
    sendUserMessage: (message) => said.push(message),
  })
  const context = {
    cwd: input?.cwd ?? process.cwd(),
    ui: { notify: (message) => said.push(message) },
    sessionManager: { getSessionId: () => input?.session_id ?? "s1" },
  }
  const event = input?.event ?? input
  const told = listeners.get(event?.type)
  for (const listener of told === undefined ? new Set(listeners.values()) : [told])
    said.push(await listener(event, context))
  return said
}
