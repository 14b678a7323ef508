import { z } from "zod"

/** A finding below it is noise. */
export const MIN_CRITIQUE_CONFIDENCE = 60
/** From here on a finding is said to the model before its next step. */
export const HIGH_CRITIQUE_CONFIDENCE = 80

export interface CritiqueFinding {
  readonly severity: "high" | "med"
  /** What is broken: a principle, an earlier failure, the success criterion. */
  readonly citation: string
  /** What to do, with the file and line it is about. */
  readonly fix_direction: string
  /** Whole number, 60 to 100. */
  readonly confidence: number
}

/**
 * A finding that may be acted on, else null: of a known severity, at least 60 confident in a whole number, with something
 * cited and `path:line` in its direction. Other fields are left out.
 */
export function readFinding(value: unknown): CritiqueFinding | null {
  const read = finding.safeParse(value)
  return read.success ? read.data : null
}

/** `src/clock.ts:40`, `Makefile:3`; a time such as 12:30 is no place. */
const PLACE = /(?<![\w./-])[\w./-]{0,200}[A-Za-z_][\w./-]{0,60}:[1-9]\d{0,6}(?!\d)/

const finding = z.object({
  severity: z.enum(["high", "med"]),
  citation: z.string().trim().min(1).max(1000),
  fix_direction: z.string().trim().min(1).max(2000).regex(PLACE),
  confidence: z.int().min(MIN_CRITIQUE_CONFIDENCE).max(100),
})
