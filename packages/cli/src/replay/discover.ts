import { access } from "node:fs/promises"
import { homedir } from "node:os"
import { join, relative } from "node:path"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../io.ts"
import { Misuse } from "../misuse.ts"
import { table } from "../terminal/table.ts"
import { plural } from "../terminal/text.ts"
import { readTargets, sessionFiles, type Target } from "./targets.ts"

interface Place {
  readonly agent: string
  readonly path: string
}

/**
 * The sessions that known agents keep on this computer, once the user has agreed that they are read; null if not.
 * Only names and sizes are looked at before. Throws Misuse where nobody can be asked, or nothing is found.
 */
export async function discoverSessions(input: Input, io: Io): Promise<readonly Target[] | null> {
  const places = knownPlaces(io)
  const found: { readonly place: Place; readonly targets: readonly Target[] }[] = []
  for (const place of places) {
    const targets = await targetsAt(place.path, io.cwd)
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
  io.stderr.write(`Recorded sessions on this computer:\n${table(rows)}`)
  if (input.flag("yes")) return targets
  const question = `Read ${targets.length === 1 ? "it" : `these ${plural(targets.length, "file")} (${size(targets)})`}? Nothing leaves this computer. [y/N] `
  const answer = await io.ask(question)
  if (answer === null) throw new Misuse("replay needs PATH, or --yes to read the sessions listed above")
  return /^\s*y(?:es)?\s*$/i.test(answer) ? targets : null
}

function knownPlaces({ env, cwd }: Io): readonly Place[] {
  const home = env["HOME"] ?? homedir()
  const config = env["XDG_CONFIG_HOME"] ?? join(home, ".config")
  return [
    { agent: "Claude Code", path: join(env["CLAUDE_CONFIG_DIR"] ?? join(home, ".claude"), "projects") },
    { agent: "Codex", path: join(env["CODEX_HOME"] ?? join(home, ".codex"), "sessions") },
    { agent: "OpenHands", path: join(home, ".openhands") },
    { agent: "mini-swe-agent", path: join(config, "mini-swe-agent") },
    { agent: "SWE-agent", path: join(cwd, "trajectories") },
    { agent: "aider", path: join(cwd, ".aider.chat.history.md") },
  ]
}

async function targetsAt(path: string, cwd: string): Promise<readonly Target[]> {
  if (path.endsWith(".md")) {
    const exists = await access(path).then(
      () => true,
      () => false,
    )
    return exists ? readTargets([path], cwd) : []
  }
  return sessionFiles(path, path)
}

function shown(path: string, { env, cwd }: Io): string {
  const home = env["HOME"] ?? homedir()
  if (path.startsWith(`${home}/`)) return `~${path.slice(home.length)}`
  return path.startsWith(`${cwd}/`) ? relative(cwd, path) : path
}

function size(targets: readonly Target[]): string {
  const megabytes = targets.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  return megabytes < 0.1 ? "below 0.1 MB" : `${megabytes.toFixed(1)} MB`
}
