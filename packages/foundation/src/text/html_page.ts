import { sha256 } from "@noble/hashes/sha2.js"
import { escapeHtml } from "./html.ts"

/** The head of an HTML page that loads nothing; only the given styles and code take effect. */
export function htmlHead({
  title,
  styles,
  script,
}: {
  /** Title of the page; it is escaped. */
  readonly title: string
  /** CSS of the page, written as it is. */
  readonly styles: string
  /** Code that the page may run. Default: none. */
  readonly script?: string | undefined
}): string {
  const policy = [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src '${digest(script)}'`]),
    `style-src '${digest(styles)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ")
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${styles}</style>${script === undefined ? "" : `\n<script>${script}</script>`}
</head>`
}

function digest(text: string): string {
  return `sha256-${btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))}`
}
