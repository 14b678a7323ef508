import type { BrokenRow, KillMatrix } from "./kill_matrix.ts"

const SHOWN = 3

/** The matrix as text: a line a broken implementation with its first killers, then whatever is wrong, then the counts. */
export function formatMatrix({ red, broken, cases }: KillMatrix): string {
  const width = Math.max(0, ...broken.map(({ wrong }) => wrong.length))
  const lines = broken.map((row) => lineOf(row, width))
  const problems = [
    ...red.map((id) => `red: ${id} fails on ours`),
    ...broken.flatMap(problemsOf),
    ...cases.filter(({ standing }) => standing === "idle").map(({ id }) => `idle: ${id} kills nothing`),
  ]
  const count = (standing: string): number => cases.filter((row) => row.standing === standing).length
  const caught = broken.filter(({ killed_by }) => killed_by.length > 0).length
  return [
    ...lines,
    ...problems,
    `${caught} of ${broken.length} broken implementations caught`,
    `${cases.length} cases: ${count("kills")} kill, ${count("twin")} are twins of one that does, ${count("idle")} idle`,
    "",
  ].join("\n")
}

function lineOf({ wrong, killed_by }: BrokenRow, width: number): string {
  const rest = killed_by.length > SHOWN ? ", ..." : ""
  return `${wrong.padEnd(width)}  ${String(killed_by.length).padStart(4)}  ${killed_by.slice(0, SHOWN).join(", ")}${rest}`
}

function problemsOf({ wrong, killed_by, unnoticed, crashed }: BrokenRow): readonly string[] {
  return [
    ...(killed_by.length === 0 ? [`not caught: ${wrong}`] : []),
    ...unnoticed.map((requirement) => `unnoticed: ${wrong} violates ${requirement}, and no case of it fails`),
    ...crashed.slice(0, 1).map((played) => `crashed: ${wrong} threw in ${played}`),
  ]
}
