import type { Checkout } from "./checkout.ts"

/** `count`, `lines` and `files` are told whole, `score` lies between 0 and 1. */
export type Unit = "count" | "lines" | "files" | "score" | "%" | "bytes" | "x" | "ms" | "s" | "1/s" | "MB/s"

/** How far a figure may move without having changed: a part of the earlier value, and at least `least` of its unit. */
export interface Noise {
  readonly part: number
  readonly least: number
}

/** What is measured, described once for all that it is measured of: packages, entries, benchmarks. */
export interface Figure {
  readonly what: string
  readonly unit: Unit
  readonly better: "lower" | "higher" | "neither"
  readonly noise: Noise
  /** Of a count that follows from what is timed. */
  readonly is_timed?: boolean
}

/** One value, or why there is none: `absent` lacks something, `failed` went wrong. */
export type Reading = Place & (Measured | { readonly absent: string } | { readonly failed: string })

interface Place {
  /** A key of the group's `figures`. */
  readonly figure: string
  /** What it is measured of, where there are several. */
  readonly of?: string
}

interface Measured {
  readonly value: number
  readonly note?: string
  /** When it was measured, where that was not now. */
  readonly at?: Moment
}

export interface Moment {
  /** A short hash. */
  readonly commit: string
  /** Whether the work tree differed from the commit. */
  readonly dirty: boolean
  /** As 2026-11-22, in UTC. */
  readonly date: string
  /** The load as it began, null where nobody noted it. */
  readonly load: number | null
}

/** Why a whole group has no readings, for lack of something. */
export interface Absent {
  readonly absent: string
}

/** Figures that are measured together. */
export interface FigureGroup {
  readonly name: string
  readonly about: string
  /** The command that tells the same, or more, without this table, where there is one. */
  readonly command?: string
  readonly figures: Readonly<Record<string, Figure>>
  /** Rejects when measuring goes wrong. */
  measure(checkout: Checkout, options: MeasureOptions): Promise<readonly Reading[] | Absent>
}

export interface MeasureOptions {
  /** Measure shortly, to see that it works. */
  readonly quick: boolean
  /** Where recorded runs and their labels are. */
  readonly data?: string | undefined
  /** Run the tests, in place of reading what their last run noted. */
  readonly tests: boolean
}
