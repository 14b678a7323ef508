/** The name in front of a member: `utils` of `lib.utils.find`; null: something else, such as a call. */
export function memberObject(text: string, offset: number): string | null {
  const before = text.slice(Math.max(0, offset - LONGEST), offset)
  return /([A-Za-z_$][\w$]{0,199})\s{0,40}(?:\?\.|!?\.)\s{0,40}$/.exec(before)?.[1] ?? null
}

/** UTF-16 code units. */
const LONGEST = 300
