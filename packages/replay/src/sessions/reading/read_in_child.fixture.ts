import { readSessions } from "../read_sessions.ts"

/** A program of its own, so that its memory can be bounded: reads a file, prints what it counted and how much it used. */
const COUNTS = { runs: 0, turns: 0, calls: 0, skipped: 0 }
for await (const item of readSessions(process.argv[2] ?? "")) {
  if (item.type === "run") COUNTS.runs += 1
  else if (item.type === "skipped") COUNTS.skipped += 1
  else {
    COUNTS.turns += 1
    COUNTS.calls += item.turn.calls.length
  }
}
process.stdout.write(JSON.stringify(COUNTS))
