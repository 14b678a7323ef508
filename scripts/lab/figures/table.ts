import { existsSync, readFileSync } from "node:fs"
import { thrownMessage } from "@proofloop/foundation/errors"
import { z } from "zod"
import { Misuse } from "./misuse.ts"

const runSchema = z
  .object({
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
  .readonly()

/** When and where something was measured. */
export type Run = z.infer<typeof runSchema>

const rowSchema = z.object({
  group: z.string(),
  figure: z.string(),
  of: z.string().optional(),
  value: z.number(),
  note: z.string().optional(),
  /** Why the value is older than its group. */
  not_measured: z.string().optional(),
  run: z.number().int().nonnegative(),
})
const fileSchema = z.object({ version: z.literal(2), runs: z.array(runSchema), rows: z.array(rowSchema) })

/** A figure as it was measured last. */
export type Row = Readonly<Omit<z.infer<typeof rowSchema>, "run">> & { readonly run: Run }

export type Table = readonly Row[]

/** The table in a file, empty where there is none. Throws Misuse, with the file's name, for one that is no table. */
export function readTable(file: string): Table {
  return existsSync(file) ? parseTable(readFileSync(file, "utf8"), file) : []
}

/** Throws Misuse for a text that is no table; `file` is where it is from. */
export function parseTable(text: string, file: string): Table {
  try {
    const { runs, rows } = fileSchema.parse(JSON.parse(text))
    return rows.map((row) => {
      const run = runs[row.run]
      if (run === undefined) throw new Error(`there is no run ${row.run}`)
      return { ...row, run }
    })
  } catch (error) {
    throw new Misuse(`${file} is no table of figures: ${thrownMessage(error)}`, { cause: error })
  }
}

/** A table as the text of a file: a row a line, so that a diff shows what moved. */
export function tableText(table: Table): string {
  const runs = [...new Set(table.map(({ run }) => JSON.stringify(run)))]
  const rows = table.map(({ value, run, ...row }) =>
    // No measurement here has more digits.
    JSON.stringify({
      ...row,
      value: Number.isInteger(value) ? value : Number(value.toPrecision(6)),
      run: runs.indexOf(JSON.stringify(run)),
    }),
  )
  return `{\n"version": 2,\n"runs": [\n${runs.join(",\n")}\n],\n"rows": [\n${rows.join(",\n")}\n]\n}\n`
}

/** The row of the same figure of the same thing. */
export function findRow(
  table: Table,
  { group, figure, of }: Pick<Row, "group" | "figure" | "of">,
): Row | undefined {
  return table.find((row) => row.group === group && row.figure === figure && row.of === of)
}
