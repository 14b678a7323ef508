import { nearestName } from "@proofloop/foundation/errors"
import { isRecord } from "@proofloop/foundation/text"

/** Unknown keys that nearly equal a known one, with that known key. `__scripts` is disabled on purpose. */
export function slippedKeys(
  data: unknown,
  known: unknown,
): ReadonlyArray<{ readonly key: string; readonly near: string }> {
  if (!isRecord(data) || !Array.isArray(known)) return []
  const names = known.map(String)
  return Object.keys(data).flatMap((key) => {
    const near = names.includes(key) || !/^[A-Za-z]/.test(key) ? null : nearestName(key, names)
    if (near === null || Math.abs(near.length - key.length) > 2) return []
    return !Object.hasOwn(data, near) || isOneSlip(key, near) ? [{ key, near }] : []
  })
}

/** When the right key is present as well, a slip differs only by one letter, two swapped letters, case or dashes. */
function isOneSlip(key: string, near: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[-_]/g, "")
  if (plain(key) === plain(near)) return true
  if (near.length < 5) return false
  let start = 0
  while (start < key.length && key[start] === near[start]) start += 1
  let end = 0
  while (end < Math.min(key.length, near.length) - start && key.at(-1 - end) === near.at(-1 - end)) end += 1
  const [one, other] = [key.slice(start, key.length - end), near.slice(start, near.length - end)]
  return Math.max(one.length, other.length) <= 1 || (one.length === 2 && one === `${other[1]}${other[0]}`)
}
