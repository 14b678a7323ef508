import { resolve } from "node:path"
import { type Forge, githubForge, localForge } from "@proofloop/self-correction"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { embeddedForge } from "./embedded_forge.ts"
import type { Publishing } from "./publishing.ts"

const GITHUB = "github:"

/** Reads --forge and --base; the embedded forge is made when it is missing. Throws Misuse. */
export async function readPublishing(input: Input, io: Io, root: string): Promise<Publishing> {
  const given = input.text("forge")
  const base = input.text("base")
  if (given === undefined || given === "") {
    const other = ["github-token-env", "github-api"].find((name) => input.text(name) !== undefined)
    if (given === "" || other !== undefined)
      throw new Misuse(`${other === undefined ? "--forge" : `--${other}`} needs --forge github:OWNER/NAME`)
    return embeddedForge(root, base ?? "next", io)
  }
  if (base === undefined)
    throw new Misuse("--forge needs --base BRANCH: where pull requests go, not the default branch")
  return {
    base,
    forge: given.startsWith(GITHUB)
      ? github(given, input, io)
      : localForge({ repository: resolve(io.cwd, given) }),
  }
}

function github(given: string, input: Input, io: Io): Forge {
  const variable = input.text("github-token-env") ?? "GITHUB_TOKEN"
  const token = io.env[variable]
  if (token === undefined || token === "") {
    throw new Misuse(`--forge ${given}: the environment variable ${variable} has no token`)
  }
  const api_url = input.text("github-api")
  return githubForge({
    repository: given.slice(GITHUB.length),
    token,
    ...(api_url === undefined ? {} : { api_url }),
  })
}
