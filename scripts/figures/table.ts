import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { thrownMessage } from "@proofloop/foundation/errors"
import { z } from "zod"
import { Misuse } from "./misuse.ts"

const runSchema = z.object({
  commit: z.string(),
  dirty: z.boolean(),
  date: z.string(),
  /** The load of the machine when measuring began; null where that is not known. */
  load: z.number().nullable(),
  machine: z.object({
    cores: z.number(),
    cpu: z.string(),
    memory_gb: z.number(),
    node: z.string(),
    os: z.string(),
  }),
})

/** When and where something was measured. */
export type Run = Readonly<z.infer<typeof runSchema>>

const runIndex = z.number().int().nonnegative()
const measured = z.object({ value: z.number(), run: runIndex })
const rowSchema = z.object({
  group: z.string(),
  /** A figure of the group, or null for a group of which nothing was ever measured. */
  figure: z.string().nullable(),
  of: z.string().optional(),
  now: measured.nullable(),
  before: measured.nullable(),
  note: z.string().optional(),
  /** Why `now` is older than the table, or null. */
  not_measured: z.string().optional(),
})
const fileSchema = z.object({
  version: z.literal(1),
  runs: z.array(runSchema),
  rows: z.array(rowSchema),
  gone: z.array(rowSchema),
})

export interface Measured {
  readonly value: number
  readonly run: Run
}

export interface Row {
  readonly group: string
  readonly figure: string | null
  readonly of?: string | undefined
  readonly now: Measured | null
  readonly before: Measured | null
  readonly note?: string | undefined
  readonly not_measured?: string | undefined
}

/** `gone` are rows of the table before that there is nothing to measure for any more. */
export interface Table {
  readonly rows: readonly Row[]
  readonly gone: readonly Row[]
}

export const NO_TABLE: Table = { rows: [], gone: [] }

/** The table in a file, empty where there is none. Throws, with the file's name, for one that is no table. */
export function readTable(file: string): Table {
  if (!existsSync(file)) return NO_TABLE
  try {
    return fromFile(fileSchema.parse(JSON.parse(readFileSync(file, "utf8"))))
  } catch (error) {
    const reason = thrownMessage(error)
    throw new Misuse(`${file} is no table of figures: ${reason}`, { cause: error })
  }
}

type File = z.infer<typeof fileSchema>

function fromFile({ runs, rows, gone }: File): Table {
  const measuredOf = (one: File["rows"][number]["now"]): Measured | null => {
    if (one === null) return null
    const run = runs[one.run]
    if (run === undefined) throw new Error(`there is no run ${one.run}`)
    return { value: one.value, run }
  }
  const rowOf = (row: File["rows"][number]): Row => ({
    ...row,
    now: measuredOf(row.now),
    before: measuredOf(row.before),
  })
  return { rows: rows.map(rowOf), gone: gone.map(rowOf) }
}

/** Writes a table, a row a line, so that a diff shows what moved. */
export function writeTable(file: string, { rows, gone }: Table): void {
  const runs: string[] = []
  const indexOf = (run: Run): number => {
    const text = JSON.stringify(run)
    if (!runs.includes(text)) runs.push(text)
    return runs.indexOf(text)
  }
  const pack = (one: Measured | null): z.infer<typeof measured> | null =>
    one === null ? null : { value: rounded(one.value), run: indexOf(one.run) }
  const lineOf = (row: Row): string =>
    JSON.stringify({ ...row, now: pack(row.now), before: pack(row.before) })
  const [row_lines, gone_lines] = [rows.map(lineOf), gone.map(lineOf)]
  const parts = [
    `"version": 1`,
    `"runs": ${list(runs)}`,
    `"rows": ${list(row_lines)}`,
    `"gone": ${list(gone_lines)}`,
  ]
  writeFileSync(file, `{\n${parts.join(",\n")}\n}\n`)
}

/** More digits than any measurement here has, and no more. */
function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(6))
}

function list(lines: readonly string[]): string {
  return lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n]`
}
