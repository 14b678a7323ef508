import { readSessions } from "../read_sessions.ts"

/** A program of its own, so that its memory can be bounded: reads a file, prints what it counted and how much it used. */
const counts = { runs: 0, turns: 0, calls: 0, skipped: 0 }
for await (const item of readSessions(process.argv[2] ?? "")) {
  if (item.type === "run") counts.runs += 1
  else if (item.type === "skipped") counts.skipped += 1
  else {
    counts.turns += 1
    counts.calls += item.turn.calls.length
  }
}
process.stdout.write(JSON.stringify(counts))
