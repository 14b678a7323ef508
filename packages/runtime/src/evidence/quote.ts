/** Everything that a reader may take for the end of a line. */
const LINE_BREAK = /\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/
/** Control characters but the tab, and what turns the direction of text around. */
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * A tool's text as a message may hold it. Every line stands behind "> ", so the text cannot end the quotation and
 * pose as the host. Control characters are removed.
 */
export function quoteText(text: string): string {
  return text
    .split(LINE_BREAK)
    .map((line) => `> ${line.replace(INVISIBLE, "")}`)
    .join("\n")
}
