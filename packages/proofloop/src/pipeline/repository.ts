import { existsSync, realpathSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import { git } from "@proofloop/foundation/git"
import { oneLine, redactSecrets } from "@proofloop/foundation/text"
import { detectSetup } from "@proofloop/foundation/trees"
import { type Forge, localForge } from "@proofloop/jobs"
import type { LocalChecksOptions } from "@proofloop/jobs/internal/forge"
import { findCheck } from "@proofloop/jobs/internal/pipeline"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { embeddedForge } from "../jobs/embedded_forge.ts"
import { GITHUB_FLAGS, githubFrom } from "../jobs/github.ts"
import { readRooms, runnerOf } from "../jobs/rooms.ts"
import { inFlags } from "../verdicts/flag_names.ts"

/** A repository as its runs name it: its page on GitHub, or its real path. */
export interface Repository {
  readonly url: string
  readonly kind: "github" | "checkout" | "bare"
}

/** The repository behind REPO, or what `name` says: an address on GitHub, a checkout, or a bare repository. Throws Misuse. */
export async function readRepository(
  text: string,
  io: Pick<Io, "cwd">,
  name: string = "REPO",
): Promise<Repository> {
  const { url, kind } = await readPlace(text, io, name)
  if (kind === "folder") throw new Misuse(`${name}: ${url} is not in a git repository`)
  return { url, kind }
}

/** The same, or a folder that is in no repository. Throws Misuse. */
export async function readPlace(
  text: string,
  { cwd }: Pick<Io, "cwd">,
  name: string = "REPO",
): Promise<{ readonly url: string; readonly kind: Repository["kind"] | "folder" }> {
  const page = githubName(text, name)
  if (page !== null) return { url: `https://github.com/${page}`, kind: "github" }
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text))
    throw new Misuse(
      `${name}: expected a folder or https://github.com/OWNER/NAME, got ${JSON.stringify(shownText(text))}`,
    )
  const path = resolve(cwd, text.replace(/^local:/, ""))
  if (!existsSync(path) || !statSync(path).isDirectory())
    throw new Misuse(`${name}: there is no folder ${shownText(path)}`)
  const top = await git(path, ["rev-parse", "--show-toplevel"])
  // Git takes a bare repository only where it is named as one.
  const env = { GIT_DIR: path }
  const bare = top.exit_code === 0 ? null : await git(path, ["rev-parse", "--is-bare-repository"], { env })
  if (bare?.stdout.trim() === "true") return { url: realpathSync(path), kind: "bare" }
  if (top.exit_code !== 0) return { url: realpathSync(path), kind: "folder" }
  return { url: realpathSync(top.stdout.trimEnd()), kind: "checkout" }
}

function githubName(text: string, option: string): string | null {
  const found =
    /^(?:github:|https:\/\/github\.com\/|git@github\.com:)([\w.-]{1,100}\/[\w.-]{1,100}?)(?:\.git)?\/?$/.exec(
      text,
    )
  const name = found?.[1] ?? null
  if (name !== null && name.split("/").some((part) => /^(?:-|\.{1,2}$)/.test(part)))
    throw new Misuse(
      `${option}: expected https://github.com/OWNER/NAME, got ${JSON.stringify(shownText(text))}`,
    )
  return name
}

/** Without a user and password of an address, and without control characters. */
function shownText(text: string): string {
  return oneLine(redactSecrets(text.replace(/\/\/[^/@]{0,1000}@/, "//"))).trim()
}

/** The forge of a repository; a checkout gets an embedded one unless --forge names one. Throws Misuse. */
export async function openForge(
  { url, kind }: Repository,
  { input, io, state_dir }: { readonly input: Input; readonly io: Io; readonly state_dir: string },
): Promise<Forge> {
  if (kind === "github") {
    const other = ["forge", "ci"].find((name) => input.text(name) !== undefined)
    if (other !== undefined) throw new Misuse(`--${other} is for a repository on this machine`)
    const name = url.replace("https://github.com/", "")
    return githubFrom(name, { input, io, cache_folder: join(state_dir, "github") })
  }
  const other = GITHUB_FLAGS.find((name) => input.text(name) !== undefined)
  if (other !== undefined) throw new Misuse(`--${other} is for a repository on GitHub`)
  const checks = await readChecks(url, kind, input)
  const given = input.text("forge")
  if (given !== undefined)
    return inFlags({ repository: { flag: "--forge" } }, async () =>
      localForge({ repository: resolve(io.cwd, given), checks }),
    )
  if (kind === "bare") return localForge({ repository: url, checks })
  return embeddedForge(url, { base: input.text("base") ?? null, own_branches: true, checks, io })
}

/** The CI of a local forge: the repository's own check, unless --ci names another. */
async function readChecks(
  root: string,
  kind: Repository["kind"],
  input: Input,
): Promise<LocalChecksOptions | undefined> {
  const command =
    input.text("ci") ?? input.text("check") ?? (kind === "checkout" ? await findCheck(root) : null)
  if (command === null || command.trim() === "") return undefined
  const rooms = readRooms(input)
  const setup = rooms.setup ?? (kind === "checkout" ? setupOf(root) : "")
  return { command, ...(setup.trim() === "" ? {} : { setup }), runner: runnerOf(rooms) }
}

/** The set-up by its lockfile, if one command does it. */
function setupOf(root: string): string {
  const [own] = detectSetup(root)
  return own !== undefined && SCRIPT_MANAGERS.has(own.manager) ? own.command : ""
}

const SCRIPT_MANAGERS: ReadonlySet<string> = new Set(["npm", "pnpm", "yarn", "bun"])
