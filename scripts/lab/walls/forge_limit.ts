import { createServer } from "node:http"
import { serveModel } from "./model.ts"
import { makePlace, statesOf } from "./place.ts"
import { REPAIR } from "./shop.ts"
import type { Wall } from "./wall.ts"

const ROWS = ["fb-1", "fb-2", "fb-3", "fb-4"]
const PASSES = 3

export const forgeLimit: Wall = {
  name: "limited forge",
  about: "4 fixes to publish in three passes, and GitHub has no request left for half an hour",
  async attempt(command, folder) {
    if (!command.has("--github-remote")) return UNREACHABLE
    const place = await makePlace(command, folder)
    const model = await serveModel(REPAIR)
    const github = await serveLimit()
    try {
      for (const id of ROWS) await place.add(id)
      const at = ["--forge", "github:acme/shop", "--github-url", github.url, "--github-remote", place.forge]
      const args = [
        "process",
        "--no-verifiers",
        "--unsafe-host-runner",
        "--setup",
        "",
        "--base",
        "next",
        ...at,
      ]
      const env = { ...model.env, GITHUB_TOKEN: "ghp_0123456789abcdefghijklmnopqrstuvwxyz" }
      const asked: number[] = []
      const ends: Array<number | string | null> = []
      for (let pass = 0; pass < PASSES; pass += 1) {
        const before = github.asked()
        ends.push((await place.run(args, { env })).ended)
        asked.push(github.asked() - before)
      }
      const rows = await place.rows()
      const attempts = rows.reduce((sum, row) => sum + row.attempts, 0)
      return {
        holds:
          attempts === 0 &&
          !rows.some(({ state }) => state === "failed") &&
          asked.slice(1).every((count) => count === 0),
        evidence: `exit ${ends.join(", ")}; ${statesOf(rows)}; ${attempts} attempts counted, requests a pass: ${asked.join(", ")}`,
      }
    } finally {
      github.close()
      await model.close()
    }
  },
}

const UNREACHABLE = { holds: false, evidence: "not tried: this command reaches no GitHub on this machine" }

/** A GitHub whose hourly limit is used up. */
async function serveLimit() {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    const reset = Math.ceil(Date.now() / 1000) + 1800
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) }
    response.writeHead(403, { "content-type": "application/json", ...headers })
    response.end('{ "message": "API rate limit exceeded for installation" }')
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => asked,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
