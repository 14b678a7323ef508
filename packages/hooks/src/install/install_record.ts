import { mkdir, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { writeWholeFile } from "@proofloop/foundation/files"
import { isRecord } from "@proofloop/foundation/text"
import type { HostName } from "../events/host_event.ts"
import { sha256Of } from "./settings_file.ts"

/** What install did to a file, so that uninstall can revert exactly that. */
export interface InstallRecord {
  readonly host: HostName
  readonly path: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** The text before install, without our hooks; null when there was no file. */
  readonly original: string | null
  /** The text that install wrote. */
  readonly written: string
  /** Folders that install made. */
  readonly folders: readonly string[]
}

/** The record for the settings file at this place; null when none can be read. */
export async function readRecord(home: string, real: string): Promise<InstallRecord | null> {
  try {
    const value: unknown = JSON.parse(await readFile(recordFile(home, real), "utf8"))
    return isInstallRecord(value) ? value : null
  } catch {
    return null
  }
}

export async function writeRecord(home: string, real: string, record: InstallRecord): Promise<void> {
  await mkdir(join(home, "installs"), { recursive: true, mode: 0o700 })
  await writeWholeFile(recordFile(home, real), `${JSON.stringify(record)}\n`, { mode: 0o600 })
}

export async function removeRecord(home: string, real: string): Promise<void> {
  await rm(recordFile(home, real), { force: true })
}

function recordFile(home: string, real: string): string {
  return join(home, "installs", `${sha256Of(real).slice(0, 32)}.json`)
}

/** We write the record; another shape comes from another version, and then the file's own content decides. */
function isInstallRecord(value: unknown): value is InstallRecord {
  return (
    isRecord(value) &&
    typeof value["written"] === "string" &&
    typeof value["at"] === "number" &&
    (value["original"] === null || typeof value["original"] === "string") &&
    Array.isArray(value["folders"])
  )
}
