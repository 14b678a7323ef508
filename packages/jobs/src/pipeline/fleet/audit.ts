import { hostname, userInfo } from "node:os"
import { join } from "node:path"
import { type ChainHead, hashChain, openAppendLog, readLog } from "@proofloop/foundation/files"
import { withLock } from "@proofloop/foundation/process"
import { canonicalJson, type JsonObject, parsedJson } from "@proofloop/foundation/text"
import * as z from "zod"
import { StoreError } from "../../store/store_error.ts"

/** Who acts, as the system or a forge says, not as they call themselves. */
export interface Identity {
  /** Who vouches for the name: the system or a forge. */
  readonly kind: "account" | "forge"
  /** "ann@host" of the account that runs the process, or the login that a forge's token belongs to. */
  readonly name: string
}

export interface AuditEntry {
  /** When it was done, ISO 8601. */
  readonly at: string
  readonly by: Identity
  /** "run", "look", "drain", "stop", "lift", "approve". */
  readonly did: string
  readonly about: JsonObject
}

export type AuditRecord = AuditEntry & ChainHead

/** Reading it never changes it. */
export interface Audit {
  /** Removes a torn last line, which a crash leaves. Rejects as the file system does, and as `read`. */
  add(entry: Omit<AuditEntry, "at">): Promise<AuditRecord>
  /** Oldest first. Rejects with StoreError when a record was changed, left out or moved, and names its line. */
  read(): Promise<readonly AuditRecord[]>
}

const START: ChainHead = { seq: 0, sha256: "" }

const link = hashChain<AuditEntry>((entry, place) => canonicalJson({ audit: 1, ...entry, ...place }))

const recordSchema = z.object({
  at: z.string(),
  by: z.object({ kind: z.enum(["account", "forge"]), name: z.string() }),
  did: z.string(),
  about: z.record(z.string(), z.json()),
  seq: z.number(),
  sha256: z.string(),
})

export function accountIdentity(): Identity {
  return { kind: "account", name: `${accountName()}@${hostname()}` }
}

function accountName(): string {
  try {
    return userInfo().username
  } catch {
    // An account without a name, as in a container.
    return `uid ${process.getuid?.() ?? "unknown"}`
  }
}

/** The record of decisions of a fleet: `audit.jsonl` in its folder, each line chained to the one before. */
export function openAudit(state_dir: string, now: () => number): Audit {
  const path = join(state_dir, "audit.jsonl")
  return {
    async add(entry) {
      const busy = () => new Error(`another process writes ${path}`)
      return withLock(`${path}.writer`, { wait_ms: 30_000, busy }, async () => {
        const head = (await readRecords(path)).at(-1) ?? START
        const whole = { at: new Date(now()).toISOString(), ...entry }
        const record = { ...whole, ...link(head, whole) }
        const log = await openAppendLog(path, { durability: "fsync" })
        try {
          if (!(await log.endsWithLine())) await log.cut((await log.bytes()).lastIndexOf(10) + 1)
          await log.append(`${JSON.stringify(record)}\n`)
        } finally {
          await log.close()
        }
        return record
      })
    },
    read: async () => readRecords(path),
  }
}

async function readRecords(path: string): Promise<readonly AuditRecord[]> {
  // Like an append, it follows no link and waits for no pipe.
  const text = (await readLog(path, async (log) => log.bytes()))?.toString("utf8") ?? ""
  let head = START
  return text
    .split("\n")
    .slice(0, -1)
    .map((line, index) => {
      const record = parseRecord(line)
      if (record === null) throw new StoreError("corrupt", `${path}, line ${index + 1}: cannot be read`)
      const { seq, sha256, ...entry } = record
      head = link(head, entry)
      if (head.seq === seq && head.sha256 === sha256) return record
      throw new StoreError("corrupt", `${path}, line ${index + 1}: it does not follow the line before`)
    })
}

function parseRecord(line: string): AuditRecord | null {
  return recordSchema.safeParse(parsedJson(line)).data ?? null
}
