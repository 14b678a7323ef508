import { existsSync, lstatSync, readdirSync, readlinkSync } from "node:fs"
import { readFile, realpath, stat, writeFile } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { CERTIFICATE_VARIABLES } from "./room_environment.ts"
import { SYSTEM_FOLDERS } from "./toolchains.ts"

/** One thing that a room sees at `path`; a path without a mount is missing. */
export interface Mount {
  readonly path: string
  /** The source. "empty": a readable, empty folder; "nothing": an empty file; "link": a symbolic link to `from`. */
  readonly kind: "read" | "write" | "empty" | "nothing" | "link"
  readonly from?: string | undefined
}

/** The arguments of bwrap, outer folders first; `empty` is an empty folder. */
export function mountArguments(mounts: readonly Mount[], empty: string): readonly string[] {
  const depth = ({ path }: Mount): number => path.split("/").filter(Boolean).length
  return mounts
    .toSorted((a, b) => depth(a) - depth(b))
    .flatMap(({ path, kind, from = path }) => {
      if (kind === "read") return ["--ro-bind", from, path]
      if (kind === "write") return ["--bind", from, path]
      if (kind === "empty") return ["--ro-bind", empty, path]
      if (kind === "nothing") return ["--ro-bind", "/dev/null", path]
      return ["--symlink", from, path]
    })
}

/** The programs and libraries of the system, and the parts of `/etc` they read, without files that may hold a secret. */
export function systemMounts(): readonly Mount[] {
  const folders = SYSTEM_FOLDERS.flatMap((path): Mount[] => {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found?.isSymbolicLink()) return [{ path, kind: "link", from: readlinkSync(path) }]
    return found?.isDirectory() ? [{ path, kind: "read" }] : []
  })
  const settings = SETTINGS.filter((path) => existsSync(path)).map((path): Mount => ({ path, kind: "empty" }))
  return [...folders, ...settings, ...etcMounts()]
}

/** Settings of every user: those of npm and pip may have tokens. */
const SETTINGS = ["/usr/etc", "/usr/local/etc"]

function etcMounts(): readonly Mount[] {
  const names = existsSync("/etc") ? readdirSync("/etc") : []
  const whole = names.filter((name) => OF_ETC.has(name) || OF_ETC_BY_NAME.test(name))
  return [...whole, ...DEEP_IN_ETC]
    .map((name) => join("/etc", name))
    .filter((path) => existsSync(path))
    .map((path): Mount => ({ path, kind: "read" }))
}

const OF_ETC: ReadonlySet<string> = new Set([
  "alternatives",
  "ca-certificates",
  "crypto-policies",
  "debian_version",
  "fonts",
  "gai.conf",
  "group",
  "host.conf",
  "hosts",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "locale.alias",
  "localtime",
  "magic",
  "magic.mime",
  "mime.types",
  "networks",
  "nsswitch.conf",
  "os-release",
  "passwd",
  "perl",
  "protocols",
  "resolv.conf",
  "rpc",
  "services",
  "terminfo",
  "timezone",
])
const OF_ETC_BY_NAME = /^(?:java|python3)(?:[\d.-]|$)/
/** Maven's settings without which it does not start; `settings.xml` is left out, because it may hold passwords. */
const OF_MAVEN = ["maven/m2.conf", "maven/logging"]
const DEEP_IN_ETC = ["ssl/certs", "ssl/openssl.cnf", "pki/tls/certs", "pki/ca-trust", "pki/java", ...OF_MAVEN]

/** Private files beside toolchains' programs: npm's settings, cargo's tokens. */
export function secretMounts(readable: readonly string[]): readonly Mount[] {
  return readable
    .flatMap((root) => SECRETS.map((path) => join(root, path)))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile())
    .map((path): Mount => ({ path, kind: "nothing" }))
}

const SECRETS = ["credentials", "credentials.toml", "etc/npmrc", ".npmrc", ".netrc", ".env"]

/** The tree itself, and its repository as the room may see it. `own`: a folder for the replacement of its settings. */
export async function treeMounts(
  tree: string,
  git: "hidden" | "read-only",
  own: string,
): Promise<readonly Mount[]> {
  const whole: Mount = { path: tree, kind: "write" }
  const path = join(tree, ".git")
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return [whole]
  if (git === "hidden") return [whole, { path, kind: found.isDirectory() ? "empty" : "nothing" }]
  const named = found.isFile() ? await repositoryOf(path) : []
  const folders = named.length === 0 ? [path] : named
  const settings = await Promise.all(
    folders.map((folder, index) => plainSettings(folder, join(own, `git-${index}`))),
  )
  const readable = [path, ...named].map((from): Mount => ({ path: from, kind: "read" }))
  return [whole, ...readable, ...settings.flat()]
}

/** The settings of a repository without tokens in addresses or headers. */
async function plainSettings(folder: string, copy: string): Promise<readonly Mount[]> {
  const path = join(folder, "config")
  const text = await readFile(path, "utf8").catch(() => null)
  if (text === null) return []
  const lines = text.split("\n").filter((line) => !/extraheader|token|password|askpass|helper/i.test(line))
  await writeFile(copy, lines.map((line) => line.replace(/:\/\/[^/@]{1,2000}@/, "://")).join("\n"))
  return [{ path, kind: "read", from: copy }]
}

/** The folder that a work tree's file names, and the folder it shares with others. */
async function repositoryOf(file: string): Promise<readonly string[]> {
  const named = /^gitdir: ([^\r\n]{1,4096})/.exec(await readFile(file, "utf8"))?.[1]
  const own = named === undefined ? null : await realFolder(resolve(dirname(file), named))
  if (own === null) return []
  const shared = await readFile(join(own, "commondir"), "utf8").catch(() => null)
  const common = shared === null ? null : await realFolder(resolve(own, shared.trim()))
  return common === null ? [own] : [own, common]
}

async function realFolder(path: string): Promise<string | null> {
  const real = await realpath(path).catch(() => null)
  return real !== null && (await stat(real)).isDirectory() ? real : null
}

/** What variables of the network name. */
export function certificateMounts(env: Readonly<Record<string, string>>): readonly Mount[] {
  return CERTIFICATE_VARIABLES.flatMap((name): Mount[] => {
    const path = env[name]
    return path !== undefined && existsSync(path) ? [{ path, kind: "read" }] : []
  })
}
