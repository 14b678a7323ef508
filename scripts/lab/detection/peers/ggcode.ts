import type { Peer, PeerCall } from "../peer.ts"

const ERROR_WORD = /fail|error|expected|panic|cannot|undefined/i
const ORIGIN = "topcheer/ggcode internal/agent/recurring_error.go @01e2f841"

/** The first five error lines of a check came back after an edit, for the second time. */
export const ggcodeSoft: Peer = {
  name: "ggcode, soft 2",
  origin: ORIGIN,
  trips: (calls) => tripsAt(calls, 2),
}

/** For the third time. */
export const ggcodeHard: Peer = {
  name: "ggcode, hard 3",
  origin: ORIGIN,
  trips: (calls) => tripsAt(calls, 3),
}

function tripsAt(calls: readonly PeerCall[], count: number): readonly number[] {
  const seen = new Map<string, number>()
  const trips: number[] = []
  let edited = true
  for (const call of calls) {
    if (call.is_edit) edited = true
    if (!call.is_check || !edited) continue
    const key = fingerprint(call.output)
    if (key === "") continue
    edited = call.is_edit
    const times = (seen.get(key) ?? 0) + 1
    seen.set(key, times)
    if (times === count) trips.push(call.event)
  }
  return trips
}

function fingerprint(output: string): string {
  return output
    .split("\n")
    .filter((line) => ERROR_WORD.test(line.slice(0, 2000)))
    .slice(0, 5)
    .map((line) =>
      line
        .slice(0, 2000)
        .replaceAll(/:\d{1,9}(?::\d{1,9})?/g, "")
        .replaceAll(/\bline \d{1,9}/g, "line")
        .replaceAll(/(?:\/[^\s/]{1,128}){1,32}\//g, "")
        .replaceAll(/\s{1,200}/g, " ")
        .trim(),
    )
    .join("\n")
}
