import { escapeHtml } from "@proofloop/foundation/text"
import { pageBar } from "../../kit/page_bar.ts"

const state = (title: string): string =>
  `<span class="place">${escapeHtml(title)}</span> <span id="link" class="link" role="status">connecting</span> <span id="mode" class="mode"></span> `

/** The page up to what it shows: a browser draws it while the data is read. */
export function pageStart(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · proofloop</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/app.css">
<script src="/app.js" defer></script>
</head>
<body>
<a class="skip" href="#main">To the content</a>
${pageBar({ name: "cockpit", here: "", tools: state(title) })}
<main id="main" tabindex="-1"><noscript><p>This page needs JavaScript. The same on the command line: <code>npx proofloop pipeline status</code></p></noscript></main>
<p id="said" class="unseen" role="status"></p>
`
}

/** The rest. `data`: JSON, or null where the script has to ask for it. */
export function pageEnd(data: string | null): string {
  const script =
    data === null
      ? ""
      : `<script type="application/json" id="data">${data.replaceAll("<", "\\u003c")}</script>\n`
  return `${script}</body>
</html>
`
}
