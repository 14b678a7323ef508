import { escapeHtml, htmlHead } from "@proofloop/foundation/text"
import { breakerText, rowHtml } from "../rows/shown.ts"
import type { RunFacts } from "./facts.ts"
import { shownRun } from "./shown_run.ts"
import { type Standstill, stoppedText } from "./standstill.ts"
import { countsText, type StateCounts } from "./words.ts"

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
${warnings.map((text) => `<p class="warning">${escapeHtml(text)}</p>\n`).join("")}${runs.length === 0 ? "<p>There is no run.</p>" : runs.map((run) => rowHtml(shownRun(run, now))).join("\n")}
</main>
</body>
</html>
`
}

const STYLES = `:root{color-scheme:light dark;--paper:light-dark(#fff,#15181b);--ink:light-dark(#1b1f23,#e6e8ea);--soft:light-dark(#57606a,#a2abb3);--line:light-dark(#d5dade,#353c43);--bad:light-dark(#b3261e,#ff8a80);--good:light-dark(#1a6b34,#7fd69a);--warn:light-dark(#7a4d00,#f0bd5c)}
*{box-sizing:border-box;margin:0}
body{max-width:60rem;margin:0 auto;padding:2rem 1.25rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header{margin-bottom:1.5rem}header p,small,dt{color:var(--soft)}
h1{font-size:1.5rem}h2{font-size:1.125rem}
section{margin-top:1rem;padding:.9rem 1rem;border:1px solid var(--line);border-left:4px solid var(--line);border-radius:6px}
section.good{border-left-color:var(--good)}section.bad{border-left-color:var(--bad)}section.warn{border-left-color:var(--warn)}
.state{font-weight:400}.good .state{color:var(--good)}.bad .state{color:var(--bad)}.warn .state{color:var(--warn)}
dl{display:grid;grid-template-columns:8rem minmax(0,1fr);gap:.15rem 1rem;margin-top:.5rem}
a{color:inherit}code{font-size:.9em}.warning{padding:.6rem 1rem;border:1px solid var(--warn);border-radius:6px;color:var(--warn)}.warning+.warning{margin-top:.5rem}
@media(width<36rem){dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}}`
