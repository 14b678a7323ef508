import { formatJunit } from "./reporters/junit.ts"
import { formatTap } from "./reporters/tap.ts"
import { formatText } from "./reporters/text.ts"
import type { SuiteResult } from "./run_suite.ts"

/** Turns a result into text, by the name of the format. */
export const reporters: Readonly<Record<"text" | "tap" | "junit" | "json", (result: SuiteResult) => string>> =
  {
    text: formatText,
    tap: formatTap,
    junit: formatJunit,
    /** One JSON document, a line: `{ passed, failed, skipped, promises, golden, forged, cases, requirements }`. */
    json: (result) => `${JSON.stringify(result)}\n`,
  }
