import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const isWindows = process.platform === "win32"

/** Settings of the surrounding tool run that would leak into children: an inherited NODE_TEST_CONTEXT makes a failing `node --test` exit 0. */
const IS_LEAKING =
  /^(NODE_OPTIONS|NODE_ENV|NODE_PATH|NODE_TEST_CONTEXT|NODE_V8_COVERAGE|INIT_CWD|FORCE_COLOR|VITEST.*|npm_.*)$/i

/** What a child still needs from npm to reach the registry. */
const IS_NETWORK =
  /^npm_config_(.*registry|userconfig|globalconfig|cache|(https?_|no)?proxy|noproxy|ca|cafile|strict_ssl|offline|prefer_offline)$/i

/** The environment for children: this process's own, without what belongs to the run around it. */
export function cleanEnvironment(environment = process.env) {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !IS_LEAKING.test(name) || IS_NETWORK.test(name)),
  )
}

/**
 * Runs a command to its end. With `show` it writes to the terminal, else its output is returned.
 * Never rejects: a command that cannot start has code 127, one that ran into `timeout` (ms) has code 124.
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { cwd, env, show = false, timeout = 0 }) {
  return new Promise((resolve) => {
    const isBatch = isWindows && command !== process.execPath
    const child = spawn(command, args, {
      cwd,
      env,
      shell: isBatch,
      // A group of its own lets a time-out reach grandchildren; what shows on the terminal stays in ours for Ctrl-C.
      detached: !show && !isWindows,
      stdio: show ? "inherit" : ["ignore", "pipe", "pipe"],
    })
    const chunks = []
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => chunks.push(chunk))
    const stop = () => stopGroup(child)
    const onSignal = () => {
      stop()
      process.exit(130)
    }
    let note = ""
    const timer =
      timeout > 0 &&
      setTimeout(() => {
        note = `\nstopped after ${Math.round(timeout / 1000)} s\n`
        stop()
      }, timeout)
    if (!show) for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, onSignal)
    const finish = (code, message = "") => {
      clearTimeout(timer)
      for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, onSignal)
      resolve({ code, output: Buffer.concat(chunks).toString("utf8") + note + message })
    }
    child.once("error", (error) => finish(127, error.message))
    child.once("close", (code, signal) =>
      finish(note === "" ? (code ?? 1) : 124, signal === null ? "" : `\nended by ${signal}\n`),
    )
  })
}

function stopGroup(child) {
  try {
    if (isWindows) child.kill()
    else process.kill(-child.pid, "SIGKILL")
  } catch {
    // Already gone.
  }
}

/** The JavaScript file behind an installed tool's command, so that it starts without a shell. */
export function toolPath(root, packageName, command = packageName) {
  const folder = join(root, "node_modules", packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return join(folder, typeof bin === "string" ? bin : bin[command])
}

/** The last line of an output that begins an object, parsed; undefined without one that is JSON. */
export function lastJson(output) {
  const line = output.split("\n").findLast((text) => text.startsWith("{"))
  try {
    return JSON.parse(line ?? "")
  } catch {
    return undefined
  }
}
