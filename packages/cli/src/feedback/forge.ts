import { join, resolve } from "node:path"
import { DRAFT_CHOICES, type DraftChoice, type Forge, localForge } from "@proofloop/jobs/forge"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { embeddedForge } from "../jobs/embedded_forge.ts"
import { GITHUB_FLAGS, githubFrom } from "../jobs/github.ts"
import { makeStateFolder } from "../verdicts/state_folder.ts"

const GITHUB = "github:"

/** Reads --forge, --base and --draft; makes the embedded forge when it is missing. Throws Misuse. */
export async function readPublishing(
  input: Input,
  io: Io,
  root: string,
): Promise<Publishing & { readonly draft?: DraftChoice }> {
  const draft = DRAFT_CHOICES.find((choice) => choice === input.text("draft"))
  return { ...(await readForge(input, io, root)), ...(draft === undefined ? {} : { draft }) }
}

async function readForge(input: Input, io: Io, root: string): Promise<Publishing> {
  const given = input.text("forge")
  const base = input.text("base")
  if (given === undefined || given === "") {
    const other = GITHUB_FLAGS.find((name) => input.text(name) !== undefined)
    if (given === "" || other !== undefined)
      throw new Misuse(`${other === undefined ? "--forge" : `--${other}`} needs --forge github:OWNER/NAME`)
    return { forge: await embeddedForge(root, { base: base ?? "next", io }), base: base ?? "next" }
  }
  if (base === undefined)
    throw new Misuse("--forge needs --base BRANCH: where pull requests go, not the default branch")
  return {
    base,
    forge: given.startsWith(GITHUB)
      ? await githubFrom(given.slice(GITHUB.length), { input, io, cache_folder: await cacheFolder(root) })
      : localForge({ repository: resolve(io.cwd, given.replace(/^local:/, "")) }),
  }
}

/** A repository that cannot be written has none. */
async function cacheFolder(root: string): Promise<string | undefined> {
  const folder = await makeStateFolder(root).catch(() => undefined)
  return folder === undefined ? undefined : join(folder, "github")
}

interface Publishing {
  readonly forge: Forge
  readonly base: string
}
