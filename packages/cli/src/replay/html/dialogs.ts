import { icon } from "./icons.ts"

export const runDialog = `<dialog id="run-dialog" aria-labelledby="run-title">
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

export const keysDialog = `<dialog id="keys-dialog" aria-labelledby="keys-title">
<h2 id="keys-title">Keys</h2>
<dl>${KEYS.map(
  ([names, does]) =>
    `<div><dt>${names.map((name) => `<kbd>${name}</kbd>`).join(" ")}</dt><dd>${does}</dd></div>`,
).join("")}</dl>
<p><button type="button" id="close-keys">Close</button></p>
</dialog>`
