import { access } from "node:fs/promises"
import { homedir, userInfo } from "node:os"
import { basename, join, relative } from "node:path"
import { plural } from "@proofloop/foundation/text"
import { sessionPlaces } from "@proofloop/replay/internal/sessions"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { createStyle } from "../terminal/style.ts"
import { table } from "../terminal/table.ts"
import { readTargets, sessionFiles, type Target } from "./targets.ts"

interface Place {
  readonly agent: string
  readonly path: string
  /** Only files of this name hold sessions. */
  readonly file?: string | undefined
}

/** The sessions that known agents keep here, once the user agrees; else the exit code. Throws Misuse without a terminal or session. */
export async function discoverSessions(
  input: Input,
  io: Io,
  tell: (problem: string) => void,
): Promise<readonly Target[] | number> {
  const places = placesHere(sessionPlaces, io)
  const found: { readonly place: Place; readonly targets: readonly Target[] }[] = []
  for (const place of places) {
    const targets = await targetsAt(place, io, tell)
    if (targets.length > 0) found.push({ place, targets })
  }
  if (found.length === 0) {
    throw new Misuse(
      `replay needs PATH: no sessions found in ${places.map(({ path }) => shown(path, io)).join(", ")}`,
    )
  }
  const targets = found.flatMap((one) => one.targets)
  const rows = found.map((one) => [
    one.place.agent,
    shown(one.place.path, io),
    plural(one.targets.length, "file"),
    size(one.targets),
  ])
  io.stderr.write(`Recorded sessions on this computer:\n${table(rows, createStyle(io.stderr, io.env).width)}`)
  if (input.flag("yes")) return targets
  const question = `Read ${targets.length === 1 ? "it" : `these ${plural(targets.length, "file")} (${size(targets)})`}? Nothing leaves this computer. [y/N] `
  let is_stopped = false
  const unlisten = io.onStop(() => {
    is_stopped = true
  })
  const answer = await io.ask(question).finally(unlisten)
  if (answer === null) throw new Misuse("replay needs PATH, or --yes to read the sessions listed above")
  if (!is_stopped && /^\s*y(?:es)?\s*$/i.test(answer)) return targets
  io.stderr.write("Nothing was read.\n")
  return is_stopped ? EXIT_CODES.aborted : EXIT_CODES.clean
}

/** What lies in the product's own folder: the events that hooks kept. */
export async function ownRecordings(io: Io): Promise<readonly Target[]> {
  const own = sessionPlaces.filter(({ path }) => path.startsWith("$PROOFLOOP_HOME/"))
  return (await Promise.all(placesHere(own, io).map((place) => targetsAt(place, io, () => undefined)))).flat()
}

function placesHere(places: typeof sessionPlaces, { env, cwd }: Io): readonly Place[] {
  const atHome = (path: string): string => path.replace(/^~(?=\/)/, homeOf(env))
  return places.map(({ agent, path, unset = "", file }) => {
    const named = path.replace(/^\$(\w+)/, (_, name: string) => env[name] || unset)
    return { agent, path: path.startsWith("./") ? join(cwd, path) : atHome(named), file }
  })
}

/** An empty HOME counts as none; `homedir` would return it. */
function homeOf(env: Io["env"]): string {
  return env["HOME"] || homedir() || userInfo().homedir
}

async function targetsAt(
  { path, file }: Place,
  { cwd }: Io,
  tell: (problem: string) => void,
): Promise<readonly Target[]> {
  if (!path.endsWith(".md")) {
    const targets = await sessionFiles(path, path, tell)
    return file === undefined ? targets : targets.filter((target) => basename(target.file) === file)
  }
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  return exists ? readTargets([path], cwd, tell) : []
}

function shown(path: string, { env, cwd }: Io): string {
  const home = homeOf(env)
  if (path.startsWith(`${home}/`)) return `~${path.slice(home.length)}`
  return path.startsWith(`${cwd}/`) ? relative(cwd, path) : path
}

function size(targets: readonly Target[]): string {
  const megabytes = targets.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  return megabytes < 0.1 ? "below 0.1 MB" : `${megabytes.toFixed(1)} MB`
}
