import { columns } from "./judge.ts"
import type { Matrix } from "./matrix.ts"
import { DOCUMENTED, table } from "./matrix_page.ts"

const BEGIN = "<!-- hooks: written by `npm run hosts` from docs/hooks-matrix.json -->"
const END = "<!-- /hooks -->"
/** The columns of the short table; the matrix page has all of them. */
const SHORT = ["failure_seen", "nudge_lands", "repeat_refused", "done_held", "hand_back"]

/** The hooks page with the short table between its marks. Throws when a mark is missing. */
export function withShortMatrix(page: string, { rows, skipped }: Matrix): string {
  const start = page.indexOf(BEGIN)
  const end = page.indexOf(END, start)
  if (start === -1 || end === -1) throw new Error(`docs/hooks.md: no ${BEGIN} or no ${END}`)
  const shown = columns.filter(({ name }) => SHORT.includes(name))
  const seen = rows.map(({ host, version, cells }) => [
    `${host} ${version}`,
    ...shown.map(({ name }) => (cells[name]?.shown === true ? "real binary" : "**not seen**")),
  ])
  const others = [
    ...skipped.map(({ host }) => [host, ...shown.map(() => "not run")]),
    ...DOCUMENTED.map((host) => [host, ...shown.map(() => "documentation")]),
  ]
  const head = ["agent", ...shown.map(({ title }) => title)]
  return `${page.slice(0, start)}${BEGIN}\n\n${table([head, ...seen, ...others])}\n\n${page.slice(end)}`
}
