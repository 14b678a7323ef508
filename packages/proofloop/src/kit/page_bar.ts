import { escapeHtml } from "@proofloop/foundation/text"
import { VIEWS } from "./views.ts"

export interface PageBar {
  /** What the page is, behind the name of the product. */
  readonly name: string
  /** Address of the view that is shown, where the page stands among `VIEWS`. Default: the page stands alone. */
  readonly here?: string | undefined
  /** Things that wait for a person. Default 0. */
  readonly waits?: number | undefined
  /** Markup of what stands on the right. */
  readonly tools?: string | undefined
}

/** The bar at the top of every page. */
export function pageBar({ name, here, waits = 0, tools = "" }: PageBar): string {
  const views =
    here === undefined ? "" : `\n<nav aria-label="Views"><ul id="views">${viewItems(here, waits)}</ul></nav>`
  return `<header class="bar">
<p class="brand">proofloop <b>${escapeHtml(name)}</b></p>${views}
<p class="tools">${tools}<button type="button" id="theme" class="quiet"></button></p>
</header>`
}

function viewItems(here: string, waits: number): string {
  return VIEWS.map(({ href, name }) => {
    const badge =
      name === "Inbox" && waits > 0 ? `<span class="badge" aria-label="${waits} wait">${waits}</span>` : ""
    return `<li><a href="${href}"${href === here ? ' aria-current="page"' : ""}>${name}${badge}</a></li>`
  }).join("")
}
