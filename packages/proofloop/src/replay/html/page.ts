import { escapeHtml, htmlHead } from "@proofloop/foundation/text"
import { type PageBar, pageBar } from "../../kit/page_bar.ts"
import { PAGE_SCRIPT, PAGE_STYLES } from "./assets.ts"
import { countOf } from "./figures.ts"

export interface ReportMeta {
  readonly title: string
  readonly preset: string
  /** Files read. Read, as is `skipped_lines`, after the last run: a caller may count as it goes. */
  readonly files: number
  /** Lines and files that could not be read. */
  readonly skipped_lines: number
  /** What to do first, below the title; nothing is shown without. */
  readonly hint?: string | undefined
  /** When and by what it was made, in words; nothing is shown without. */
  readonly generated?: string | undefined
  /** Where the page stands among those of the cockpit. Default: it stands alone. */
  readonly among?: Pick<PageBar, "here" | "waits"> | undefined
}

const KEYS_BUTTON = `<button type="button" id="show-keys" class="quiet">Keys <kbd>?</kbd></button> `

export function pageStart(meta: ReportMeta): string {
  return `${htmlHead({ title: meta.title, styles: PAGE_STYLES, script: PAGE_SCRIPT })}
<body>
${ICON_SHEET}
<a class="skip" href="#runs">To the runs</a>
${pageBar({ name: meta.among === undefined ? "replay" : "cockpit", tools: KEYS_BUTTON, ...meta.among })}
<section class="page-head" aria-label="What was found">
<h1>${escapeHtml(meta.title)}</h1>${meta.hint === undefined ? "" : `\n<p class="lede">${escapeHtml(meta.hint)}</p>`}
`
}

/** Goes on in the figures, which are known last. */
export const tableStart = (
  meta: ReportMeta,
): string => `<p class="lede">Each row is a recorded run, drawn turn by turn; a mark above a turn says that the stall detector (preset <code>${escapeHtml(meta.preset)}</code>) would have spoken there. The shaded turns after the first mark were <em>at stake</em>: the recording cannot tell how the run would have gone on with the nudge.</p>
<p class="legend" aria-label="Legend">${legendOfStrips}</p>
${meta.generated === undefined ? "" : `<p class="made">${escapeHtml(meta.generated)}</p>\n`}</details>
</section>
<main id="runs" tabindex="-1">
<noscript><p class="note">Without JavaScript this page shows the table; filters and the timelines of runs need it.</p></noscript>
<form class="filters" role="search" aria-label="Filter the runs">
<label class="find"><span>Filter</span> <input type="search" id="find" placeholder="run, source, model, failure" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"></label>
<label><span>Pattern</span> <select id="pattern"><option value="">every pattern</option></select></label>
<label><span>Source</span> <select id="source"><option value="">every source</option></select></label>
<label class="order"><span>Sort by</span> <select id="order"></select></label>
<label class="only"><input type="checkbox" id="tripped"> only runs with trips</label>
<p class="shown" role="status" id="shown"></p>
</form>
<table role="table" class="runs">
<caption class="unseen">Replayed runs</caption>
<thead role="rowgroup"><tr role="row">${[
  column("run", "Run", ""),
  column("picture", "Turn by turn", ""),
  column("number", "Turns", "turns"),
  column("number", "Edits", "edits"),
  column("number", "Checks", "checks"),
  column("trip", "First trip", "first"),
  column("number", "At stake", "stake"),
  column("number", "Tokens", "tokens"),
  column("outcome", "Outcome", ""),
].join("")}</tr></thead>
<tbody role="rowgroup">
`

export function pageEnd({ files, skipped_lines }: ReportMeta): string {
  const read = `${countOf(files, "file")} read`
  const skipped = skipped_lines === 0 ? "" : `, ${countOf(skipped_lines, "piece")} skipped as unreadable`
  return `</tbody>
</table>
<p class="note" id="nothing" hidden>No run fits the filter.</p>
</main>
<footer class="page-foot"><p>${read}${skipped}</p></footer>
${runDialog}
${keysDialog}
</body>
</html>
`
}

const legendOfStrips = [
  `${icon("nudge")} nudge`,
  `${icon("hard-stop")} hard stop`,
  `<i class="key sig hue-7"></i><i class="key sig hue-1"></i> failed check, a colour for each failure`,
  `<i class="key pass"></i> passed check`,
  `<i class="key edit"></i> edit`,
  `<i class="key stake"></i> at stake`,
  `<i class="key stake hard"></i> after a hard stop: an upper bound`,
]
  .map((item) => `<span>${item}</span>`)
  .join(" ")

function column(name: string, text: string, key: string): string {
  const label = key === "" ? text : `<button type="button" data-key="${key}">${text}</button>`
  return `<th role="columnheader" scope="col" class="${name}">${label}</th>`
}

const runDialog = `<dialog id="run-dialog" aria-labelledby="run-title">
<div class="run-view">
<header class="run-head">
<div><h2 id="run-title"></h2><p id="run-origin"></p></div>
<p class="tools"><button type="button" id="previous-run" class="quiet" aria-keyshortcuts="p">← Previous</button> <button type="button" id="next-run" class="quiet" aria-keyshortcuts="n">Next →</button> <button type="button" id="close-run" class="quiet">Close <kbd>Esc</kbd></button></p>
<p id="run-facts"></p>
</header>
<section class="turns" aria-label="Timeline">
<div id="timeline" role="group" aria-label="Turns; arrow keys move"></div>
<p class="legend">${[
  `${icon("nudge")} nudge`,
  `${icon("hard-stop")} hard stop`,
  `<b class="sig hue-7">A</b> this failure was seen`,
  `<b class="sig held hue-7"></b> it still stands`,
  `${icon("fail")} check failed`,
  `${icon("pass")} check passed`,
  `${icon("edit")} edit`,
  `${icon("other")} other call`,
  `<i class="key stake"></i> at stake`,
  `<i class="key stake hard"></i> after a hard stop: upper bound`,
]
  .map((item) => `<span>${item}</span>`)
  .join(" ")}</p>
</section>
<aside id="details" aria-label="The turn"></aside>
</div>
</dialog>`

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [["/"], "go to the filter"],
  [["↑", "↓"], "from run to run"],
  [["Enter"], "open the run"],
  [["←", "→"], "from turn to turn"],
  [["↑", "↓"], "a line of turns up or down"],
  [["Home", "End"], "first or last"],
  [["t", "T"], "next or previous trip"],
  [["n", "p"], "next or previous run"],
  [["Esc"], "close"],
  [["?"], "show these keys"],
]

const keysDialog = `<dialog id="keys-dialog" aria-labelledby="keys-title">
<h2 id="keys-title">Keys</h2>
<dl>${KEYS.map(
  ([names, does]) =>
    `<div><dt>${names.map((name) => `<kbd>${name}</kbd>`).join(" ")}</dt><dd>${does}</dd></div>`,
).join("")}</dl>
<p><button type="button" id="close-keys">Close</button></p>
</dialog>`

/** 16 by 16, in the colour of the text around. */
const SHAPES = {
  nudge: `<path d="M8 2.2 14.6 13.8H1.4z" fill="currentColor"/>`,
  "hard-stop": `<path d="M5 1.5h6L14.5 5v6L11 14.5H5L1.5 11V5z" fill="currentColor"/><path class="hole" d="M4.6 7h6.8v2H4.6z"/>`,
  pass: `<path d="m2.8 8.6 3.5 3.6 7-8" fill="none" stroke="currentColor" stroke-width="2.2"/>`,
  fail: `<path d="m3.6 3.6 8.8 8.8m0-8.8-8.8 8.8" fill="none" stroke="currentColor" stroke-width="2.2"/>`,
  edit: `<path d="M2 14 2.8 10.6 10.6 2.8a1.2 1.2 0 0 1 1.7 0l.9.9a1.2 1.2 0 0 1 0 1.7L5.4 13.2z" fill="currentColor"/>`,
  other: `<circle cx="8" cy="8" r="2.2" fill="currentColor"/>`,
} as const

type IconName = keyof typeof SHAPES

const ICON_SHEET = `<svg width="0" height="0" class="sheet" aria-hidden="true">${Object.entries(SHAPES)
  .map(([name, shape]) => `<symbol id="icon-${name}" viewBox="0 0 16 16">${shape}</symbol>`)
  .join("")}</svg>`

function icon(name: IconName): string {
  return `<svg class="icon ${name}" aria-hidden="true"><use href="#icon-${name}"/></svg>`
}
