/** Whatever somebody might take for the end of a line. */
const LINE_BREAK = /\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/
/** Control characters but the tab, and what turns the direction of text around. */
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Text of a tool as a message may hold it: every line behind "> ", so that nothing in it can end the quotation and pass
 * for a word of the host. Without control characters.
 */
export function quoteText(text: string): string {
  return text
    .split(LINE_BREAK)
    .map((line) => `> ${line.replace(INVISIBLE, "")}`)
    .join("\n")
}
