import { spawn, spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"

/** git's own server program, which some installations lack. */
const BACKEND = join(
  spawnSync("git", ["--exec-path"], { encoding: "utf8" }).stdout.trim(),
  "git-http-backend",
)

export const HAS_BACKEND = existsSync(BACKEND)

/** Whether a request is git's, for the repository acme/shop. */
export function isOfGit({ url = "" }: IncomingMessage): boolean {
  return url.startsWith("/acme/shop.git/")
}

/** Answers by git's smart protocol to anyone with one of the tokens. */
export async function answerGit(
  bare: string,
  tokens: ReadonlySet<string>,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? ""
  const [user, token = ""] = Buffer.from(basic, "base64").toString().split(":", 2)
  if (user === "x-access-token" && tokens.has(token)) return serve(bare, request, response)
  response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end()
}

async function serve(bare: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://localhost")
  const child = spawn(BACKEND, {
    env: {
      PATH: process.env["PATH"],
      GIT_PROJECT_ROOT: bare,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "http.receivepack",
      GIT_CONFIG_VALUE_0: "true",
      PATH_INFO: url.pathname.replace("/acme/shop.git", ""),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      REMOTE_USER: "proofloop",
      CONTENT_TYPE: request.headers["content-type"],
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"],
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    },
    stdio: ["pipe", "pipe", "ignore"],
  })
  // It does not read what it does not need.
  child.stdin.on("error", () => undefined)
  child.stdin.end(await buffer(request))
  const answer = await buffer(child.stdout)
  const end = answer.indexOf("\r\n\r\n")
  const headers = answer.subarray(0, end).toString().split("\r\n")
  const status = headers.find((line) => line.startsWith("Status: "))?.slice(8, 11) ?? "200"
  for (const line of headers) {
    const [name = "", value = ""] = line.split(": ", 2)
    if (name !== "Status") response.setHeader(name, value)
  }
  response.writeHead(Number(status)).end(answer.subarray(end + 4))
}
