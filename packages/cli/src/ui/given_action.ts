import { ActionRefused, type GivenAction, type RowAction } from "@proofloop/cockpit"

/** Throws ActionRefused when what was seen has changed: another plan, another state. */
export function refuseChanged(id: string, offered: RowAction, { seen }: GivenAction): void {
  if (offered.seen !== seen) throw new ActionRefused(`${id} has changed since you looked: look again`)
}

/** The words that an action needs; null where it needs none. Throws ActionRefused without them. */
export function requireWords({ words: label }: RowAction, { words }: GivenAction): string | null {
  if (label === undefined) return null
  if (words === null || words.trim() === "") throw new ActionRefused(`it needs words: ${label}`)
  return words.trim()
}
