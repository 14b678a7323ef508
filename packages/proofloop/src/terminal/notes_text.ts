import { oneLine } from "@proofloop/foundation/text"
import type { JobNote } from "@proofloop/jobs/internal"
import { fieldsText } from "./fields_text.ts"
import type { Style } from "./style.ts"
import { cutTable } from "./table.ts"
import { minute } from "./text.ts"

export function notesText(notes: readonly JobNote[], style: Style): string {
  const rows = notes.map(({ at, transition, note: { step, ...more } }) => [
    style.dim(minute(at)),
    oneLine(transition ?? ""),
    fieldsText(step === undefined ? more : { step, ...more }),
  ])
  return cutTable(rows, 2, style.width)
}
