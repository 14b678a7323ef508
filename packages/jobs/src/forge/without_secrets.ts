import { redactSecrets } from "@proofloop/foundation/text"
import { encodedViews } from "./encodings/encoded_views.ts"
import type { Span } from "./encodings/view.ts"

const MARK = "[redacted]"

/**
 * A text without these secrets and without anything that looks like one. From 6 characters on, a secret is also found
 * in base64, hexadecimal, byte lists, percent signs, escapes, entities and UTF-16. It is found over line breaks,
 * inside longer texts, and nested up to three deep. Linear in the text.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const whole = secrets
    .filter((secret) => secret !== "")
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
  const plain = whole
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, form) => left.replaceAll(form, MARK), text)
  const hidden = secrets.filter((secret) => secret.length >= SHORTEST).flatMap(formsOf)
  return redactSecrets(
    hidden.length === 0 ? plain : withoutSpans(plain, hiddenSpans(plain, hidden, MOST_LAYERS)),
  )
}

/** A shorter one would match unrelated text. */
const SHORTEST = 6
/** Encodings one in the other. */
const MOST_LAYERS = 3

/** As text, as bytes, and with the zeros of UTF-16 between its characters. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret).toString("latin1")
  return [...new Set([secret, bytes, secret.split("").join("\0")])]
}

function hiddenSpans(text: string, forms: readonly string[], layers: number): readonly Span[] {
  if (layers === 0) return []
  return encodedViews(text).flatMap((view) =>
    [...plainSpans(view.text, forms), ...hiddenSpans(view.text, forms, layers - 1)].map(([start, end]) =>
      view.source(start, end),
    ),
  )
}

function plainSpans(text: string, forms: readonly string[]): readonly Span[] {
  const spans: Span[] = []
  for (const form of forms) {
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
      spans.push([at, at + form.length])
    }
  }
  return spans
}

function withoutSpans(text: string, spans: readonly Span[]): string {
  let told = ""
  let last = 0
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    if (end <= last) continue
    if (start >= last) told += text.slice(last, start) + MARK
    last = end
  }
  return told + text.slice(last)
}
