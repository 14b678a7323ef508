import { spawn } from "node:child_process"
import { pathToFileURL } from "node:url"
import { isRecord } from "@proofloop/foundation/text"
import { root } from "../setup.mjs"

/** What an editor shows at a place of a file. */
export interface Hover {
  /** The declaration, as TypeScript writes it. */
  readonly declaration: string
  /** Its sentences; "" for none. */
  readonly documentation: string
}

/** A place of a file: lines and characters count from 0. */
export interface Place {
  readonly line: number
  readonly character: number
}

/** A property as completion offers it. */
export interface OfferedProperty {
  readonly name: string
  /** Its sentences; "" for none. */
  readonly documentation: string
  /** Its type, as TypeScript writes it. */
  readonly detail: string
}

interface LanguageServer {
  /** What hovering over a character shows. */
  hover(file: string, place: Place): Promise<Hover>
  /** The properties that an editor offers at a place, each with its sentences. */
  properties(file: string, place: Place): Promise<readonly OfferedProperty[]>
  /** Opens a file that need not be on disk. */
  open(file: string, text: string): void
  /** Ends the server. */
  close(): void
}

const compiler = `${root}/node_modules/typescript/bin/tsc`

/** The language server of the TypeScript in the tree, with files that need not be on disk, by path. */
export async function startLanguageServer(files: Readonly<Record<string, string>>): Promise<LanguageServer> {
  const server = spawn(process.execPath, [compiler, "--lsp", "--stdio"], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  })
  const waiting = new Map<number, (answer: unknown) => void>()
  const ended = new Promise<never>((_resolve, reject) => {
    server.once("error", reject)
    server.once("exit", (code) => reject(new Error(`the language server ended with ${code}`)))
  })
  // Whoever asks meanwhile hears of it; after the last answer nobody does.
  ended.catch(() => undefined)
  const send = (message: Readonly<Record<string, unknown>>): void => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message })
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  readMessages(server.stdout, (message) => {
    const { id, method, params, result } = message
    if (typeof id !== "number" && typeof id !== "string") return
    // The server asks for settings and to register for changes; an answer without a value leaves its defaults.
    if (typeof method === "string") send({ id, result: answerTo(method, params) })
    else waiting.get(Number(id))?.(result)
  })
  let asked = 0
  const ask = (method: string, params: unknown): Promise<unknown> => {
    asked += 1
    const id = asked
    const answer = new Promise<unknown>((resolve) => waiting.set(id, resolve))
    send({ id, method, params })
    return Promise.race([answer, ended])
  }
  const rootUri = pathToFileURL(root).href
  const capabilities = { textDocument: { hover: { contentFormat: ["markdown"] } } }
  await ask("initialize", { processId: process.pid, rootUri, capabilities })
  send({ method: "initialized", params: {} })
  const open = (file: string, text: string): void => {
    const textDocument = { uri: pathToFileURL(file).href, languageId: "typescript", version: 1, text }
    send({ method: "textDocument/didOpen", params: { textDocument } })
  }
  for (const [file, text] of Object.entries(files)) open(file, text)
  return {
    open,
    hover: async (file, position) => {
      const textDocument = { uri: pathToFileURL(file).href }
      return readHover(await ask("textDocument/hover", { textDocument, position }))
    },
    properties: async (file, position) => {
      const textDocument = { uri: pathToFileURL(file).href }
      const answer = await ask("textDocument/completion", { textDocument, position })
      const items = itemsOf(answer).filter(({ kind }) => PROPERTY_KINDS.has(kind))
      const resolved = []
      for (const item of items) resolved.push(readOffer(await ask("completionItem/resolve", item)))
      return resolved
    },
    close: () => {
      server.kill()
    },
  }
}

function answerTo(method: string, params: unknown): unknown {
  const items = isRecord(params) ? params["items"] : undefined
  return method === "workspace/configuration" && Array.isArray(items) ? items.map(() => null) : null
}

/** Cuts a stream into its messages: each has its length in bytes in its head. */
function readMessages(
  stream: NodeJS.ReadableStream,
  take: (message: Readonly<Record<string, unknown>>) => void,
): void {
  let buffer = Buffer.alloc(0)
  stream.on("data", (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk])
    for (;;) {
      const end = buffer.indexOf("\r\n\r\n")
      const [, length] = /Content-Length: (\d+)/i.exec(buffer.subarray(0, Math.max(end, 0)).toString()) ?? []
      if (length === undefined || buffer.length < end + 4 + Number(length)) return
      const body: unknown = JSON.parse(buffer.subarray(end + 4, end + 4 + Number(length)).toString())
      buffer = buffer.subarray(end + 4 + Number(length))
      if (isRecord(body)) take(body)
    }
  })
}

/** Markdown: the declaration in a block of code, then the sentences. */
function readHover(answer: unknown): Hover {
  const contents = isRecord(answer) ? answer["contents"] : undefined
  const value = isRecord(contents) && typeof contents["value"] === "string" ? contents["value"] : ""
  const [, declaration = "", rest = ""] = /^```\w*\n([^]*?)\n```([^]*)$/.exec(value) ?? []
  return { declaration: declaration.trim(), documentation: rest.trim() }
}

/** Kinds of completions: method, field, property. */
const PROPERTY_KINDS: ReadonlySet<unknown> = new Set([2, 5, 10])

function itemsOf(answer: unknown): ReadonlyArray<Readonly<Record<string, unknown>>> {
  const items = isRecord(answer) ? answer["items"] : answer
  return Array.isArray(items) ? items.filter(isRecord) : []
}

function readOffer(answer: unknown): OfferedProperty {
  const { label, detail, documentation } = isRecord(answer) ? answer : {}
  const text = isRecord(documentation) ? documentation["value"] : documentation
  return {
    name: typeof label === "string" ? label.replace(/\?$/, "") : "",
    documentation: typeof text === "string" ? text.trim() : "",
    detail: typeof detail === "string" ? detail : "",
  }
}
