import type { Server } from "node:http"
import { onTestFinished } from "vitest"
import { closeServer, type GithubServer, listen, serveGithub } from "./github_loopback.fixture.ts"

export { type GithubServer, TOKEN } from "./github_loopback.fixture.ts"

/** The same until the test is over. */
export async function githubServer(bare: string): Promise<GithubServer> {
  const { server, close } = await serveGithub(bare)
  onTestFinished(close)
  return server
}

/** Listens on this machine until the test is over; resolves to the address. */
export async function listening(server: Server): Promise<string> {
  onTestFinished(() => closeServer(server))
  return listen(server)
}
