import { createHash } from "node:crypto"

/** A page with a policy in its head: it loads from its own site alone, and of the scripts within it these alone run. */
export function withPolicy(html: string): string {
  const scripts = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  )
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(scripts)].join(" ")}`.trim(),
    // Highlighted code has its colours in style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ")
  return html.replace(
    /<meta charset="utf-8">/,
    `$&\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  )
}
