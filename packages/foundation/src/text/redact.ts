const MARK = "[redacted]"

interface RedactionRule {
  readonly when: RegExp
  readonly pattern: RegExp
  readonly replacement: string
}

/** Secrets by their shape. Every repetition is bounded, so each rule is linear in the text. */
const RULES: readonly RedactionRule[] = [
  {
    when: /PRIVATE KEY/,
    pattern:
      /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]{0,16384}(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
    replacement: MARK,
  },
  {
    when: /bearer|basic/i,
    pattern: /\b(bearer|basic)\s{1,4}[A-Za-z0-9._~+/=-]{8,4096}/gi,
    replacement: `$1 ${MARK}`,
  },
  {
    when: /sk-|sk_|pk_|rk_|gh[pousr]_|github_pat_|xox|glpat-|npm_|AKIA|ASIA|AIza|ya29|hf_|dop_v1|SG\.|pypi-/,
    pattern:
      /\b(?:sk-|[spr]k_(?:live|test)_|gh[pousr]_|github_pat_|xox[abeoprs]-|glpat-|npm_|AKIA|ASIA|AIza|ya29\.|hf_|dop_v1_|SG\.|pypi-)[A-Za-z0-9._-]{12,512}/g,
    replacement: MARK,
  },
  { when: /eyJ/, pattern: /\beyJ[\w-]{8,1024}\.[\w-]{8,4096}(?:\.[\w-]{0,4096})?/g, replacement: MARK },
  { when: /:\/\//, pattern: /(:\/\/[^\s:/@"'<>]{0,256}):[^\s/@"'<>]{1,512}@/g, replacement: `$1:${MARK}@` },
  {
    when: /pass|pwd|secret|token|key|auth|credential/i,
    pattern:
      /((?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|authorization|credentials?)["']?\s{0,4}[:=]\s{0,4})(?!["']?(?:bearer|basic)\s|\[redacted\])(?:"[^"\n]{1,1024}"|'[^'\n]{1,1024}'|[^\s"',;&)}\]]{1,1024})/gi,
    replacement: `$1${MARK}`,
  },
]

/** Replaces what looks like a secret: keys, tokens, passwords, credentials in URLs. Linear in the text. */
export function redactSecrets(text: string): string {
  let rest = text
  for (const { when, pattern, replacement } of RULES) {
    if (when.test(rest)) rest = rest.replace(pattern, replacement)
  }
  return rest
}
