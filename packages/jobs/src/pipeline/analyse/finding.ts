import type { Finding } from "./analyser.ts"
import type { Evidence } from "./metric.ts"

export function holds(path: string, line: number | null, what: string): Finding {
  return { share: 1, evidence: [{ path, line, what, is_fault: false }] }
}

/** A fault; `suggestion` says how to fix it. */
export function lacks(
  evidence: readonly Omit<Evidence, "is_fault">[],
  suggestion: Finding["suggestion"],
  share = 0,
): Finding {
  return {
    share,
    evidence: evidence.map((one) => ({ ...one, is_fault: true })),
    ...(suggestion !== undefined && { suggestion }),
  }
}

/** A file that is missing, and the subtask that writes it. */
export function lacksFile(
  path: string,
  what: string,
  suggestion: { readonly title: string; readonly description: string },
  share = 0,
): Finding {
  return lacks([{ path, line: null, what }], { ...suggestion, file_hints: [path], action: "create" }, share)
}

/** Faults at these places, of so many looked at. No fault earns everything, more than a tenth earns nothing. */
export function faults(
  places: readonly Omit<Evidence, "is_fault">[],
  looked_at: number,
  sound: { readonly path: string; readonly what: string },
  suggestion: NonNullable<Finding["suggestion"]>,
): Finding {
  if (places.length === 0) return holds(sound.path, null, sound.what)
  const share = Math.max(0, 0.5 - 5 * (places.length / Math.max(looked_at, 1)))
  return lacks(places, suggestion, share)
}
