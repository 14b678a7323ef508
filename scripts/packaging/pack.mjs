// `npm run pack`: the packages as files, for projects while proofloop is not on npm.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { cleanEnvironment, run } from "../child.mjs"
import { root } from "../setup.mjs"
import { PACKED, vendorPackages, VENDORED } from "./project_manifest.mjs"
import { publishedPackages } from "./published.mjs"

const USAGE = `npm run pack -- --into PROJECT | --folder DIR
  --into PROJECT   into PROJECT/${VENDORED} and its package.json; install there with npm, pnpm, Yarn or Bun
  --folder DIR     into DIR alone, for npm install --global DIR/*.tgz`

process.exitCode = await main()

async function main() {
  let target
  try {
    target = readTarget()
  } catch (error) {
    console.error(`${error.message}\n\n${USAGE}`)
    return 2
  }
  if (target === null) {
    console.log(USAGE)
    return 0
  }
  const environment = cleanEnvironment()
  const build = [join(root, "scripts/build.mjs")]
  const built = await run(process.execPath, build, { cwd: root, env: environment, show: true })
  if (built.code !== 0) return built.code
  const { project, folder = mkdtempSync(join(tmpdir(), "proofloop-pack-")) } = target
  try {
    return await deliver({ project, folder }, environment)
  } finally {
    if (target.folder === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** `{ project }` or `{ folder }`; null where help is asked for. Throws for a command line that names no place. */
function readTarget() {
  const help = { type: "boolean", short: "h" }
  const { values } = parseArgs({ options: { into: { type: "string" }, folder: { type: "string" }, help } })
  const { into, folder } = values
  if (values.help) return null
  if ((into === undefined) === (folder === undefined)) throw new Error("expected either --into or --folder")
  if (into === undefined) return { folder: resolve(folder) }
  const project = resolve(into)
  if (existsSync(join(project, "package.json"))) return { project }
  throw new Error(
    `--into: there is no package.json in ${project}; npm init writes one, and --folder needs none`,
  )
}

async function deliver({ project, folder }, environment) {
  const packages = publishedPackages(root)
  const { code, output } = await pack(packages, folder, environment)
  if (code !== 0) {
    console.error(output)
    return code
  }
  if (project === undefined) {
    console.log(`Packed. Install with: npm install --global ${folder}/*.tgz`)
    return 0
  }
  vendorPackages(project, folder, packages)
  console.log(
    `Packed, and named in ${join(project, "package.json")}. Install there with npm, pnpm, Yarn or Bun.`,
  )
  return 0
}

async function pack(packages, folder, environment) {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) if (PACKED.test(name)) rmSync(join(folder, name))
  const filters = packages.flatMap(({ name }) => ["--filter", name])
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const args = ["-y", packageManager, ...filters, "pack", "--pack-destination", folder]
  return run("npx", args, { cwd: root, env: environment })
}
