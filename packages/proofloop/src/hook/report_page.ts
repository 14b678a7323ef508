import { escapeHtml, htmlHead, plural, visibleText } from "@proofloop/foundation/text"
import {
  type HookReport,
  reportCounts,
  type ReportedReply,
  unjudgedText,
} from "@proofloop/hooks/internal/report"
import { type PageBar, pageBar } from "../kit/page_bar.ts"
import { PAGE_STYLES } from "../replay/html/assets.ts"

/** What hooks said to agents in the last days, as one page without scripts, the newest first. */
export function hookReportPage(
  report: HookReport,
  days: number,
  among?: Pick<PageBar, "here" | "waits">,
): string {
  const { sessions, events, replies, unjudged } = report
  const rows = reportCounts(report).map(
    ([name, ...counts]) =>
      `<tr><th scope="row">${name}</th>${counts.map((count) => `<td>${count}</td>`).join("")}</tr>`,
  )
  return `${htmlHead({ title: "proofloop hooks", styles: PAGE_STYLES })}
<body>
${pageBar({ name: among === undefined ? "hooks" : "cockpit", ...among })}
<section class="page-head" aria-label="What was found">
<h1>What hooks said to agents</h1>
<p class="lede">${shown(`${plural(sessions, "session")} and ${plural(events, "event")} in the last ${plural(days, "day")}. ${NEXT[sessions === 0 ? "none" : replies.length === 0 ? "silent" : replies.every(({ said }) => said) ? "said" : "kept"]}`)}</p>
</section>
<main class="said">
<table>
<thead><tr><td></td>${["all", "said", "then passed", "still failing", "unchecked"].map((name) => `<th scope="col">${name}</th>`).join("")}</tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>
${replies.length === 0 ? "" : `<h2>Each of them</h2>\n<ol>\n${replies.toReversed().map(item).join("\n")}\n</ol>\n`}${unjudged.length === 0 ? "" : `<h2>Sessions in which nothing was judged</h2>\n<ol>\n${unjudged.map((one) => `<li><pre>${shown(unjudgedText(one))}</pre></li>`).join("\n")}\n</ol>\n`}</main>
</body>
</html>
`
}

const NEXT = {
  none: `No agent ran its hooks. "npx proofloop hook install" puts them into one, "npx proofloop hook doctor" says why they do not run.`,
  silent: "Nothing had to be said.",
  said: "",
  kept: `What was not said was kept back by the mode: "npx proofloop hook install --hold" says it.`,
}

function item({ at, host, session_id, type, said, outcome, text }: ReportedReply): string {
  const what = `${said ? "" : "would be a "}${{ tell: "nudge", refuse: "refusal", hold: "hold", hand_back: "hand-back" }[type]}`
  const badge = { passed: "recovered", failing: "harm", unchecked: "" }[outcome]
  return `<li><p><b>${what}</b> <span class="badge ${badge}">then ${outcome}</span> ${new Date(at).toISOString().slice(0, 16).replace("T", " ")}, ${host}, ${shown(session_id)}</p><pre>${shown(text)}</pre></li>`
}

function shown(text: string): string {
  return escapeHtml(visibleText(text))
}
