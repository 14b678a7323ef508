import { escapeHtml, htmlHead } from "@proofloop/foundation/text"
import type { Suggestion } from "@proofloop/stdlib/internal/planning"
import type { Evidence, Metric, MetricReport } from "../metric.ts"
import { placeText, scoreText } from "./text.ts"

/** A report as one self-contained HTML page: no script, light and dark, every text of the repository escaped. */
export function reportPage(report: MetricReport): string {
  const { repository, commit, languages, metrics, score } = report
  const name = escapeHtml(repository)
  const at = commit === null ? "" : ` at <code>${escapeHtml(commit.slice(0, 12))}</code>`
  return `${htmlHead({ title: `${repository}: ${scoreText(score)}`, styles: STYLE })}
<body>
<header>
<p>proofloop pipeline</p>
<h1>${name}${at}</h1>
<p><strong class="score">${scoreText(score)}</strong> ${escapeHtml(languages.join(", "))}</p>
</header>
<main>
<table>
<caption>What was measured</caption>
<thead><tr><th scope="col">Metric</th><th scope="col">Status</th><th scope="col">Score</th><th scope="col">In a line</th></tr></thead>
<tbody>
${metrics.map(row).join("\n")}
</tbody>
</table>
${metrics.map(section).join("\n")}
</main>
</body>
</html>
`
}

function row({ name, title, status, score, summary }: Metric): string {
  return `<tr><th scope="row"><a href="#${escapeHtml(name)}">${escapeHtml(title)}</a></th><td>${statusMark(status)}</td><td class="number">${scoreText(score)}</td><td>${escapeHtml(summary)}</td></tr>`
}

function section({ name, title, status, score, summary, evidence, suggestions }: Metric): string {
  return `<section id="${escapeHtml(name)}">
<h2>${escapeHtml(title)} ${statusMark(status)} <span class="number">${scoreText(score)}</span></h2>
${evidence.length === 0 ? `<p>${escapeHtml(summary)}</p>` : `<ul>${evidence.map(item).join("")}</ul>`}
${suggestions.map(proposal).join("\n")}
</section>`
}

function item(evidence: Evidence): string {
  const { what, is_fault } = evidence
  return `<li class="${is_fault ? "fault" : "sound"}"><span class="mark">${is_fault ? "to mend" : "holds"}</span><span><code>${escapeHtml(placeText(evidence))}</code> ${escapeHtml(what)}</span></li>`
}

function proposal({ title, description, file_hints, action, needs_person }: Suggestion): string {
  const files = file_hints.map((path) => `<code>${escapeHtml(path)}</code>`).join(", ")
  const who = needs_person ? "A person has to: " : ""
  return `<div class="proposal"><h3>${who}${escapeHtml(title)}</h3><p>${escapeHtml(description)}</p>${files === "" ? "" : `<p>${action} ${files}</p>`}</div>`
}

function statusMark(status: Metric["status"]): string {
  return `<span class="status ${status}">${status}</span>`
}

const STYLE = `
:root{color-scheme:light dark;--paper:light-dark(#fafaf8,#141618);--surface:light-dark(#fff,#1b1e21);--line:light-dark(#dfdfda,#33383d);--ink:light-dark(#1d2023,#e9eaeb);--soft:light-dark(#5a6067,#a7adb3);--pass:light-dark(#1a6b3c,#6fd08f);--warn:light-dark(#7a5200,#e6bd62);--fail:light-dark(#a3262a,#ff9a94);--link:light-dark(#0b57a4,#8ab8f0)}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
header,main{max-width:64rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;margin:.25rem 0}
h2{font-size:1.15rem;margin:2rem 0 .5rem}
h3{font-size:1rem;margin:0}
header p,caption{color:var(--soft);margin:0;text-align:left}
caption{padding-bottom:.4rem}
.score{font-size:1.5rem;color:var(--ink)}
table{border-collapse:collapse;width:100%;background:var(--surface)}
th,td{border-bottom:1px solid var(--line);padding:.4rem .6rem;text-align:left;vertical-align:top}
th,td:not(:last-child){white-space:nowrap}
.number{font-variant-numeric:tabular-nums}
a{color:var(--link)}
code{font:.9em ui-monospace,monospace}
ul{list-style:none;padding:0;margin:0}
li{display:grid;grid-template-columns:4.5rem minmax(0,1fr);gap:.5rem;padding:.2rem 0}
.mark{color:var(--soft)}
.fault .mark,.status.fail{color:var(--fail)}
.status{font-weight:600}
.status.pass{color:var(--pass)}
.status.warn{color:var(--warn)}
.status.unable{color:var(--soft)}
.proposal{border-left:3px solid var(--line);padding:.25rem .75rem;margin:.5rem 0}
.proposal p{margin:.25rem 0}
@media (max-width:40rem){thead{display:none}tr,td:last-child{display:block}th,td{display:inline-block;border:0;padding:0 0 0 .6rem}tr{border-bottom:1px solid var(--line);padding:.5rem .6rem .5rem 0}}
`
