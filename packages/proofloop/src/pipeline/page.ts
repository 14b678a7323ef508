import { escapeHtml, htmlHead } from "@proofloop/foundation/text"
import type { RunFacts } from "./facts.ts"
import { type Standstill, stoppedText } from "./standstill.ts"
import {
  breakerText,
  ciText,
  countsText,
  scoresText,
  since,
  spentText,
  standText,
  type StateCounts,
  subtaskText,
} from "./words.ts"

/** The status as one page that loads nothing and runs no script. `now`: milliseconds. */
export function statusPage(
  runs: readonly RunFacts[],
  { states, breakers, stop_file }: Standstill & { readonly states: StateCounts },
  now: number,
): string {
  const warnings = [...(stop_file === null ? [] : [stoppedText(stop_file)]), ...breakers.map(breakerText)]
  return `${htmlHead({ title: "Pipeline runs", styles: STYLES })}
<body>
<header><h1>Pipeline runs</h1><p>${escapeHtml(countsText(runs, states))}, at ${new Date(now).toISOString()}</p></header>
<main>
${warnings.map((text) => `<p class="warning">${escapeHtml(text)}</p>\n`).join("")}${runs.length === 0 ? "<p>There is no run.</p>" : runs.map((run) => section(run, now)).join("\n")}
</main>
</body>
</html>
`
}

function section(run: RunFacts, now: number): string {
  const { id, repository, state, phase, pull_request } = run
  const facts: readonly (readonly [string, string])[] = [
    ["Repository", linked(repository, run.base === null ? "" : `, to ${run.base}`)],
    ["Stands", escapeHtml(standText(run, now))],
    ["Next", withCommands(run.waits?.next ?? "", run.waits?.commands ?? [])],
    ["Analysis", withCommands(scoresText(run), run.scores.before === null ? [] : [run.commands.report])],
    ["Subtasks", escapeHtml(subtaskText(run.subtasks))],
    ["For a person", run.for_person.map(escapeHtml).join("<br>")],
    ["Pull request", pull_request === null ? "" : linked(pull_request.url, "")],
    ["Check", escapeHtml(run.check ?? "")],
    ["CI", run.ci === null ? "" : escapeHtml(`${ciText(run.ci)}; ${run.ci.why}`)],
    ["Spent", run.spent.model_calls === 0 ? "" : escapeHtml(spentText(run.spent))],
    ["Begun", escapeHtml(`${run.begun_at}, ${since(run.begun_at, now)} ago`)],
  ]
  const rows = facts.flatMap(([name, value]) => (value === "" ? [] : [`<dt>${name}</dt><dd>${value}</dd>`]))
  const mark = run.waits?.who === "a person" && state !== "failed" && state !== "alarm" ? "waits" : state
  return `<section id="${escapeHtml(id)}" class="${mark}">
<h2>${escapeHtml(id)} <span class="state">${escapeHtml(state)}</span> <small>${phase}</small></h2>
<dl>${rows.join("")}</dl>
</section>`
}

function withCommands(words: string, commands: readonly string[]): string {
  const typed = commands.map((command) => `<code>${escapeHtml(command)}</code>`)
  return [escapeHtml(words), ...typed].filter((part) => part !== "").join("<br>")
}

/** A link where it leads to the web, else the text. */
function linked(address: string, more: string): string {
  const text = escapeHtml(address)
  const is_web = /^https?:\/\//.test(address)
  return `${is_web ? `<a href="${text}">${text}</a>` : text}${escapeHtml(more)}`
}

const STYLES = `:root{color-scheme:light dark;--paper:light-dark(#fff,#15181b);--ink:light-dark(#1b1f23,#e6e8ea);--soft:light-dark(#57606a,#a2abb3);--line:light-dark(#d5dade,#353c43);--bad:light-dark(#b3261e,#ff8a80);--good:light-dark(#1a6b34,#7fd69a);--warn:light-dark(#7a4d00,#f0bd5c)}
*{box-sizing:border-box;margin:0}
body{max-width:60rem;margin:0 auto;padding:2rem 1.25rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header{margin-bottom:1.5rem}header p,small,dt{color:var(--soft)}
h1{font-size:1.5rem}h2{font-size:1.125rem}
section{margin-top:1rem;padding:.9rem 1rem;border:1px solid var(--line);border-left:4px solid var(--line);border-radius:6px}
section.done{border-left-color:var(--good)}section.failed,section.alarm{border-left-color:var(--bad)}section.waits{border-left-color:var(--warn)}
.state{font-weight:400}.done .state{color:var(--good)}.failed .state,.alarm .state{color:var(--bad)}.waits .state{color:var(--warn)}
dl{display:grid;grid-template-columns:8rem minmax(0,1fr);gap:.15rem 1rem;margin-top:.5rem}
a{color:inherit}code{font-size:.9em}.warning{padding:.6rem 1rem;border:1px solid var(--warn);border-radius:6px;color:var(--warn)}.warning+.warning{margin-top:.5rem}
@media(width<36rem){dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}}`
