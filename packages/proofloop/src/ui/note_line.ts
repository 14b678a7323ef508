import { cutCodePoints } from "@proofloop/foundation/text"
import { fieldsText } from "../terminal/fields_text.ts"

const MOST = 400

export function noteLine({ step, ...more }: Readonly<Record<string, unknown>>): string {
  return cutCodePoints(fieldsText(step === undefined ? more : { step, ...more }), MOST)
}
