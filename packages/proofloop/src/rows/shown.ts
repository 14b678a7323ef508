import { escapeHtml, oneLine } from "@proofloop/foundation/text"
import type { Breaker, ClaimHolder } from "@proofloop/jobs/internal"
import type { RowLine } from "../cockpit/sources/row_line.ts"
import { wrap } from "../console/wrap.ts"
import type { Link, Tone } from "../kit/tone.ts"
import type { Style } from "../terminal/style.ts"
import { table } from "../terminal/table.ts"

/** A row of either kind, in the words of the terminal, the pages and the cockpit. */
export interface ShownRow extends RowLine {
  readonly facts: readonly ShownFact[]
}

export interface ShownFact {
  /** What the fact is about: "Branch". */
  readonly label: string
  readonly text: string
  /** What a person can type about it. Default: nothing. */
  readonly commands?: readonly string[]
  /** Default: no colour. */
  readonly tone?: Tone
}

/** A row whole on a terminal; a command to copy stays on one line. */
export function rowText({ id, state, tone, facts }: ShownRow, style: Style): string {
  const room = style.width - Math.max(...facts.map(({ label }) => label.length)) - GAPS
  const rows = [{ label: "State", text: state, tone }, ...facts].flatMap((fact: ShownFact) => {
    const { label, text, commands = [] } = fact
    const words = text === "" ? [] : isOnWeb(text) ? [oneLine(text)] : wrap(oneLine(text), room)
    const lines = [...words.map((line) => paint(line, fact.tone ?? "", style)), ...commands]
    return lines.map((line, at) => [at === 0 ? style.dim(withSmallLetter(label)) : "", line])
  })
  return `${style.bold(id)}\n${table(rows)}`
}

const GAPS = 4

function withSmallLetter(label: string): string {
  return label === label.toUpperCase() ? label : label.charAt(0).toLowerCase() + label.slice(1)
}

export function paint(text: string, tone: Tone, style: Style): string {
  const paints = { good: style.green, bad: style.red, warn: style.yellow, "": (plain: string) => plain }
  return paints[tone](text)
}

/** A row as a section of a page. */
export function rowHtml({ id, state, tone, facts }: ShownRow): string {
  const rows = facts.map(({ label, text, commands = [] }) => {
    const typed = commands.map((command) => `<code>${escapeHtml(command)}</code>`)
    const words = isOnWeb(text) ? `<a href="${escapeHtml(text)}">${escapeHtml(text)}</a>` : escapeHtml(text)
    return `<dt>${label}</dt><dd>${[words, ...typed].filter((part) => part !== "").join("<br>")}</dd>`
  })
  return `<section id="${escapeHtml(id)}" class="${tone}">
<h2>${escapeHtml(id)} <span class="state">${escapeHtml(state)}</span></h2>
<dl>${rows.join("")}</dl>
</section>`
}

function isOnWeb(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text)
}

/** What the cockpit gets: commands are in its actions. */
export function forCockpit({ facts, ...line }: ShownRow) {
  return {
    line,
    facts: facts.flatMap(({ label, text }) =>
      text === "" || label === NEXT
        ? []
        : [{ label, text, ...(isOnWeb(text) ? { link: { text, href: text } } : {}) }],
    ),
  }
}

/** The label of what a person does next. */
export const NEXT = "Next"

/** Without facts that say nothing. */
export function known(facts: readonly ShownFact[]): readonly ShownFact[] {
  return facts.filter(({ text, commands = [] }) => text !== "" || commands.length > 0)
}

/** null: no pull request. */
export function pullLink(
  pull: { readonly number: number; readonly url: string } | null | undefined,
): Link | null {
  return pull === null || pull === undefined ? null : { text: `#${pull.number}`, href: pull.url }
}

export function heldText({ pid, host, since: began }: ClaimHolder, now: number): string {
  return `process ${pid} on ${host}, for ${since(began, now)}`
}

/** 150 000 ms as "2m 30s". */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  if (days > 0) return `${days}d ${hours}h`
  if (hours > 0) return `${hours}h ${minutes}m`
  return minutes > 0 ? `${minutes}m ${seconds % 60}s` : `${seconds}s`
}

/** How long ago, of an ISO time. */
export function since(iso: string, now: number): string {
  return duration(now - Date.parse(iso))
}

/** The missing service, and until when it is left alone, or that a person has to act. */
export function breakerText({ environment, name, reason, until, needs_person }: Breaker): string {
  if (needs_person) return `${environment} ${name} needs a person: ${reason}`
  return `${environment} ${name} is unavailable, next try at ${until}: ${reason}`
}
