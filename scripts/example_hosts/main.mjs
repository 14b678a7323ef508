// `npm run example-hosts`: what examples/hosts needs is installed apart, so that nobody else waits for it.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { run, toolPath } from "../child.mjs"
import { root, setUp } from "../setup.mjs"
import { HOSTS, HOSTS_FOLDER, hostProcess, QUIET } from "./host_process.mjs"

const USAGE = `npm run example-hosts            installs what the hosts need, checks their types and runs their tests
npm run example-hosts -- NAME    installs and starts one of ${HOSTS.join(", ")}
npm run example-hosts -- --install    installs, no more`

const [name, ...others] = process.argv.slice(2)
const isKnown = name === undefined || name === "--install" || HOSTS.includes(name)

if (!isKnown || others.length > 0) {
  console.error(USAGE)
  process.exitCode = 2
} else {
  process.exitCode = await main()
}

async function main() {
  const { problem, environment } = await setUp()
  if (problem !== undefined) {
    console.error(problem)
    return 1
  }
  const code = await install(environment)
  if (code !== 0 || name === "--install") return code
  return name === undefined ? test(environment) : start(environment)
}

/** Does nothing while the lockfile is the one that was installed. */
async function install(env) {
  const folder = join(root, HOSTS_FOLDER)
  const stamp = join(folder, "node_modules", ".proofloop-install")
  const wanted = readFileSync(join(folder, "pnpm-lock.yaml"), "utf8")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return 0
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const args = ["-y", packageManager, "install", "--frozen-lockfile"]
  const { code } = await run("npx", args, { cwd: folder, env, show: true })
  if (code === 0) writeFileSync(stamp, wanted)
  return code
}

async function test(env) {
  const types = [toolPath(root, "typescript", "tsc"), "--build", join(root, HOSTS_FOLDER)]
  const { code } = await run(process.execPath, types, { cwd: root, env, show: true })
  const tests = [join(root, "scripts/test.mjs"), "--suite", "slow", HOSTS_FOLDER]
  const ran = await run(process.execPath, tests, { cwd: root, env, show: true })
  return code === 0 ? ran.code : code
}

async function start(env) {
  const { builtWorkspace } = await import("../packaging/built_workspace.mjs")
  const built = await builtWorkspace(root)
  const { args, cwd } = await hostProcess(built, name, { port: process.env.PORT ?? "3000", env })
  return (await run(process.execPath, args, { cwd, env: { ...env, ...QUIET }, show: true })).code
}
