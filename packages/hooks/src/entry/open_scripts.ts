import { readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { Script } from "node:vm"
import { readPlainFile, writePlainFile } from "@proofloop/foundation/files"
import { memberDigest } from "@proofloop/foundation/text"
import { makeFolder } from "./make_folder.ts"

/** Scripts of the built program; each is the expression of a function that takes `load` and returns its exports. */
export interface Scripts {
  /** Runs one, a file of the folder, each time anew. `is_once`: most of its code will run once. Throws where it is missing or wrong. */
  load(name: string, is_once?: boolean): unknown
  /** Stores V8's compiled code of the scripts that ran, if it pays; never throws. */
  keep(): void
}

export interface ScriptsOptions {
  readonly folder: string
  /** Where compiled code is kept; null: nowhere. */
  readonly cache: string | null
  /** Of the program: another one is compiled anew. */
  readonly version: string
  /** Called with what compiles a script; returns what that returns. Default: calls it. */
  readonly compile?: (make: () => Script) => Script
  /** Called when a script was compiled, most of whose code will run once, and before it runs. */
  readonly beforeRunOnce?: () => void
}

interface Loaded {
  readonly script: Script
  readonly file: string
  /** How often its compiled code was kept; 0: never. */
  readonly generation: number
}

interface Kept {
  readonly code: Buffer
  readonly generation: number
}

const MAX_GENERATION = 64
const UNUSED_MS = 30 * 24 * 3600 * 1000
/** Marks a complete file of compiled code at its end. */
const END = 0x706c6331
const ENDING_BYTES = 8

/**
 * Opens the scripts of a folder. Node's own compile cache keeps only the functions that the first process ran, and
 * nothing on Node 20. This one also keeps what later processes compiled, at growing intervals.
 */
export function openScripts(options: ScriptsOptions): Scripts {
  const { folder, cache, version, compile = (make) => make(), beforeRunOnce } = options
  const all: Loaded[] = []
  const load: Scripts["load"] = (name, is_once = false) => {
    // One byte a character, which is all that a build writes.
    const source = readPlainFile(join(folder, name)).toString("latin1")
    const file = cache === null ? null : join(cache, `${version}-${machine()}-${name}.bin`)
    const kept = file === null ? null : readKept(file)
    const cached = kept === null ? {} : { cachedData: kept.code }
    const script = compile(() => new Script(source, { filename: join(folder, name), ...cached }))
    if (file !== null) {
      const is_used = kept !== null && script.cachedDataRejected === false
      all.push({ script, file, generation: is_used ? kept.generation : 0 })
    }
    if (is_once) beforeRunOnce?.()
    return (script.runInThisContext() as (load: Scripts["load"]) => unknown)(load)
  }
  return { load, keep: () => (cache === null ? undefined : keepAll(all, cache)) }
}

/** V8 accepts only compiled code of the same Node with the same options. */
function machine(): string {
  return `${process.version}-${process.arch}-${memberDigest(process.env["NODE_OPTIONS"] ?? "")}`
}

function readKept(file: string): Kept | null {
  try {
    const bytes = readPlainFile(file)
    const end = bytes.length - ENDING_BYTES
    if (end < 0 || bytes.readUInt32LE(end + 4) !== END) return null
    return { code: bytes.subarray(0, end), generation: bytes.readUInt32LE(end) }
  } catch {
    return null
  }
}

function keepAll(all: readonly Loaded[], cache: string): void {
  try {
    for (const { script, file, generation } of all) {
      if (generation > 0 && Math.random() * Math.min(generation + 1, MAX_GENERATION) >= 1) continue
      if (generation === 0) makeRoom(cache)
      const ending = Buffer.alloc(ENDING_BYTES)
      ending.writeUInt32LE(Math.min(generation + 1, MAX_GENERATION), 0)
      ending.writeUInt32LE(END, 4)
      writeWhole(file, Buffer.concat([script.createCachedData(), ending]))
    }
  } catch {
    // A full or read-only disk: the next process compiles again.
  }
}

/** A reader finds the complete new file or the old one. */
function writeWhole(file: string, bytes: Buffer): void {
  const draft = `${file}.${process.pid}`
  try {
    writePlainFile(draft, bytes)
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** Files of other versions, or of a process that died, are removed after a month without use. */
function makeRoom(cache: string): void {
  makeFolder(cache)
  const before = Date.now() - UNUSED_MS
  for (const name of readdirSync(cache)) {
    const file = join(cache, name)
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? before) < before)
      rmSync(file, { recursive: true, force: true })
  }
}
