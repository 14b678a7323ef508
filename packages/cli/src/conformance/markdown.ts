import type { SuiteResult } from "@proofloop/conformance"

/** A summary on GitHub may have a mebibyte. */
const MOST_FAILURES = 200
const LONGEST_MESSAGE = 500

/** The counts as a table and what failed, such as a job summary shows. */
export function formatMarkdown({ promises, golden, cases, ...all }: SuiteResult): string {
  const rows = Object.entries({ promises, golden, all }).map(
    ([name, { passed, failed, skipped }]) => `| ${name} | ${passed} | ${failed} | ${skipped} |\n`,
  )
  const failures = cases.filter(({ status }) => status === "failed")
  const listed = failures
    .slice(0, MOST_FAILURES)
    .map(({ id, requirement, message = "" }) => `| ${id} | ${requirement} | ${cell(message)} |\n`)
  const left = failures.length - listed.length
  return [
    `### proofloop conformance: ${failures.length === 0 ? "every case passed" : `${failures.length} failed`}\n\n`,
    "| cases | passed | failed | skipped |\n|---|---|---|---|\n",
    ...rows,
    ...(listed.length === 0 ? [] : ["\n| failed case | requirement | why |\n|---|---|---|\n", ...listed]),
    ...(left > 0 ? [`\n${left} more failed.\n`] : []),
  ].join("")
}

/** A message is what another program printed: plain text in one cell, whatever it holds. */
function cell(message: string): string {
  return message
    .slice(0, LONGEST_MESSAGE)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/[\\`*_[\]|~#!@]/g, (character) => `&#${character.codePointAt(0)};`)
}
