import { cutCodePoints } from "@proofloop/foundation/text"
import { fieldsText } from "../terminal/fields_text.ts"

const MOST = 400

/** A note of a row as one line, its step first. */
export function noteLine({ step, ...more }: Readonly<Record<string, unknown>>): string {
  return cutCodePoints(fieldsText(step === undefined ? more : { step, ...more }), MOST)
}
