import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { onTestFinished } from "vitest"
import type { HostName } from "../events/host_event.ts"
import type { Scope } from "./host_table.ts"
import { hostTables } from "./host_tables.ts"
import { installHooks, type InstallOptions, uninstallHooks } from "./install.ts"
import { RUN_SCRIPT } from "./launcher.ts"
import { hookStatus } from "./status.ts"

export const VERSION = "9.9.9"

/** A person's home, a project and a built entry, in a folder that goes with the test. */
export function openWorld(env: Record<string, string> = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "proofloop hook install ")))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const machine = { home: join(root, "home"), project: join(root, "project"), env }
  const home = join(machine.home, ".proofloop/hooks")
  for (const folder of [machine.home, machine.project]) mkdirSync(folder, { recursive: true })
  const source = { folder: join(root, "program"), version: VERSION }
  write(join(source.folder, "hook.js"), ENTRY)
  cpSync(join(import.meta.dirname, "../entry", RUN_SCRIPT), join(source.folder, RUN_SCRIPT))
  write(join(source.folder, "part-1.js"), "export const part = 1\n")
  write(join(source.folder, "package.json"), '{ "type": "module" }\n')
  const options = (host: HostName, more: Partial<InstallOptions> = {}): InstallOptions => ({
    host,
    scope: "user",
    machine,
    home,
    is_dry_run: false,
    now: new Date(),
    ...more,
  })
  return {
    root,
    source,
    machine,
    home,
    place: (host: HostName, scope: Scope = "user") => hostTables[host].settings(scope, machine),
    install: (host: HostName, words: readonly string[] = ["--observe"], more: Partial<InstallOptions> = {}) =>
      installHooks({ ...options(host, more), words, source }),
    uninstall: (host: HostName, more: Partial<InstallOptions> = {}) => uninstallHooks(options(host, more)),
    status: (host: HostName) => hookStatus({ host, machine, home, version: VERSION }),
  }
}

/** An entry that answers with what it was called with. */
const ENTRY = `import { readFileSync } from "node:fs"
if (process.argv[2] === "run") {
  const input = readFileSync(0, "utf8")
  process.stdout.write(JSON.stringify({ words: process.argv.slice(3), bytes: input.length }))
}
export const hookOpencode = async (context, words) => ({ context, words })
export const hookPi = async (pi, words) => pi.told(words)
`

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

export function read(path: string): string | null {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? null : readFileSync(path, "utf8")
}
