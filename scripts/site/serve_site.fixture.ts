import { existsSync, readFileSync, statSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { extname, join } from "node:path"
import { root } from "../setup.mjs"

/** The built site, where there is one. */
export const dist: string = join(root, "site/dist")

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
}

/** Serves the files of a folder as any host of static files does. */
export async function serveFolder(folder: string): Promise<{ readonly origin: string; close(): void }> {
  const server = createServer((request, response) => {
    const path = join(folder, decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname))
    const file = existsSync(path) && statSync(path).isDirectory() ? join(path, "index.html") : path
    if (existsSync(file)) {
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" })
      response.end(readFileSync(file))
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}
