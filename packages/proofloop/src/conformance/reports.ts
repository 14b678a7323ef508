import { writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { reporters as plain, type SuiteResult } from "@proofloop/conformance"
import { fileErrorReason } from "@proofloop/foundation/files"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { workflowCommand } from "../terminal/workflow_command.ts"

type Reporter = (result: SuiteResult) => string

const reporters: Readonly<Record<string, Reporter>> = {
  ...plain,
  github: formatGithub,
  markdown: formatMarkdown,
}

/** Writes a result to stdout and to files. Throws Misuse for a file that cannot be written. */
export type WriteReports = (result: SuiteResult) => void

/** The reports that `--format` and each `--report FORMAT=FILE` ask for. Throws Misuse, before anything runs. */
export function readReports(input: Input, { stdout, cwd }: Pick<Io, "stdout" | "cwd">): WriteReports {
  const main = reporterNamed(input.format, "--format")
  const files = input.texts("report").map((given) => {
    const at = given.indexOf("=")
    const file = given.slice(at + 1)
    if (at < 1 || file === "") throw new Misuse(`--report: expected FORMAT=FILE, got "${given}"`)
    return { reporter: reporterNamed(given.slice(0, at), "--report"), file }
  })
  return (result) => {
    for (const { reporter, file } of files) {
      try {
        writeFileSync(resolve(cwd, file), reporter(result))
      } catch (error) {
        throw new Misuse(`--report: ${file}: ${fileErrorReason(error)}`)
      }
    }
    stdout.write(main(result))
  }
}

function reporterNamed(name: string, option: string): Reporter {
  const reporter = Object.hasOwn(reporters, name) ? reporters[name] : undefined
  if (reporter !== undefined) return reporter
  const known = Object.keys(reporters)
  throw new Misuse(`${option}: expected one of ${known.join(", ")}, got "${name}"`, { name, known })
}

/** A summary on GitHub may have a mebibyte. */
const MOST_FAILURES = 200
const LONGEST_MESSAGE = 500

function formatMarkdown({ promises, golden, forged, cases, ...all }: SuiteResult): string {
  const some_forged = cases.some(({ suite }) => suite === "forged") ? { forged } : {}
  const rows = Object.entries({ promises, golden, ...some_forged, all }).map(
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

const MOST_ANNOTATIONS = 10

function formatGithub(result: SuiteResult): string {
  const annotations = result.cases
    .filter(({ status }) => status === "failed")
    .slice(0, MOST_ANNOTATIONS)
    .map(({ id, requirement, message = "" }) =>
      workflowCommand("error", { title: `${id} (${requirement})` }, message),
    )
  return [plain.text(result), ...annotations].join("")
}
