import { createHash } from "node:crypto"
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { cleanEnvironment, run } from "./child.mjs"

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const stamp = join(root, "node_modules", ".proofloop-install")

/**
 * Makes the checkout ready to run: checks the machine, installs unless nothing changed since the last time, and writes
 * `assets.ts` of the replay page. Resolves to `{ environment }` for child processes, or to `{ problem }`, a text that says what to do.
 */
export async function setUp() {
  const environment = usableEnvironment()
  const missing = await missingTools(environment)
  if (missing.length > 0) return { problem: missing.join("\n") }
  const wanted = fingerprint()
  if (!isInstalled(wanted)) {
    if (!(await install(environment))) return { problem: installHelp() }
    writeFileSync(stamp, wanted)
  }
  const { writeAssets } = await import("./replay_page/assets.mjs")
  await writeAssets(root)
  return { environment }
}

/** npm and pnpm keep caches below HOME; where nothing can be written there, they get a folder in the checkout. */
function usableEnvironment() {
  const environment = cleanEnvironment()
  if (!process.stdout.isTTY) environment.CI ??= "1"
  if (isHomeWritable()) return environment
  const cache = join(root, ".cache")
  return {
    ...environment,
    npm_config_cache: join(cache, "npm"),
    PNPM_HOME: join(cache, "pnpm"),
    XDG_CACHE_HOME: cache,
    XDG_DATA_HOME: join(cache, "data"),
    XDG_STATE_HOME: join(cache, "state"),
  }
}

function isHomeWritable() {
  const home = homedir()
  const folders = [".npm", ".cache", ".local", ".local/share", ".local/share/pnpm", ".local/state"]
  return (
    isWritable(home) &&
    folders.map((folder) => join(home, folder)).every((path) => !existsSync(path) || isWritable(path))
  )
}

function isWritable(path) {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

async function missingTools(environment) {
  const problems = []
  if (!isSupportedNode(process.versions.node)) {
    problems.push(
      `Node.js ${process.versions.node} is too old: 20.19 or newer is needed (on the 22 line, 22.12). Get it from https://nodejs.org.`,
    )
  }
  const tools = [
    {
      name: "npm",
      minimum: "10.0",
      from: "It comes with Node.js; to update it: npm install --global npm@10",
    },
    {
      name: "git",
      minimum: "2.32",
      from: "Get it from https://git-scm.com/downloads or the system's package manager.",
    },
  ]
  for (const { name, minimum, from } of tools) {
    const { code, output } = await run(name, ["--version"], { cwd: root, env: environment })
    const version = /\d+\.\d+[.\d]*/.exec(output)?.[0]
    if (code !== 0 || version === undefined)
      problems.push(`${name} is missing: ${minimum} or newer is needed. ${from}`)
    else if (!isAtLeast(version, minimum))
      problems.push(`${name} ${version} is too old: ${minimum} or newer is needed. ${from}`)
  }
  return problems
}

function isSupportedNode(version) {
  return isAtLeast(version, "22.12") || (version.startsWith("20.") && isAtLeast(version, "20.19"))
}

function isAtLeast(version, minimum) {
  const [major, minor] = version.split(".").map(Number)
  const [wantedMajor, wantedMinor] = minimum.split(".").map(Number)
  return major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
}

/** A hash over everything that decides what is installed. */
function fingerprint() {
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`)
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml", ...members().map(manifestOf)]) {
    hash.update(`\n${file}\n`).update(readFileSync(join(root, file)))
  }
  return hash.digest("hex")
}

function members() {
  const packages = readdirSync(join(root, "packages")).map((name) => `packages/${name}`)
  return [".", ...packages.sort(), "conformance", "examples"].filter((folder) =>
    existsSync(join(root, manifestOf(folder))),
  )
}

function manifestOf(folder) {
  return `${folder}/package.json`
}

function isInstalled(wanted) {
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) return false
  return members().every((folder) => existsSync(join(root, folder, "node_modules")))
}

async function install(environment) {
  console.log(`Installing with ${packageManager()} (the first time takes about half a minute)`)
  const store = environment.PNPM_HOME?.startsWith(root)
    ? ["--store-dir", join(environment.PNPM_HOME, "store")]
    : []
  const args = ["-y", packageManager(), "install", "--frozen-lockfile", ...store]
  const { code } = await run("npx", args, { cwd: root, env: environment, show: true })
  mkdirSync(dirname(stamp), { recursive: true })
  return code === 0
}

function packageManager() {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")).packageManager
}

function installHelp() {
  return `The installation failed; its own message is above. What usually helps:
  - no network or another registry: check "npm config get registry", then run the same command again
  - a package.json was edited: run "npx ${packageManager()} install" and commit pnpm-lock.yaml
  - a half-finished installation: delete node_modules and run the same command again`
}
