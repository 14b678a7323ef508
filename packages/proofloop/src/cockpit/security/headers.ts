const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ")

/** A page that brings its own policy may narrow this one, and cannot be framed. */
const OWN_POLICY = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
}

/** For a page whose head says what it may load. */
export const REPLAY_HEADERS: Readonly<Record<string, string>> = {
  ...ANSWER_HEADERS,
  "content-security-policy": OWN_POLICY,
}
