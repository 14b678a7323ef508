import { posix } from "node:path"
import { strictText } from "@proofloop/foundation/git"
import { isCheckPath } from "@proofloop/foundation/paths"
import { isTestPath } from "@proofloop/foundation/text"
import type { Violation } from "../verdict.ts"
import { type CommandLine, commandsOf, holdsCommands } from "./commands/check_lines.ts"
import { loweredCoverage } from "./commands/coverage_floors.ts"
import { leavesNothingOut } from "./commands/leaves_nothing_out.ts"
import { narrowingsIn } from "./commands/narrowings.ts"
import { vanishedChecks } from "./commands/vanished_checks.ts"
import { forgedCritic } from "./forged_critic.ts"

/** A runner that now runs fewer tests, or demands less. @requirement critics.forged-runner */
export const narrowedRunner = forgedCritic({
  id: "forged-runner",
  event_type: "critic_forged_runner.fail",
  title: "Narrowed runner",
  description:
    "Finds configuration and commands by which a change has fewer tests run, or less coverage asked for",
  advice:
    "Put the configuration back, so that every test runs that ran before, and change the code until they pass.",
  default_in: { gate: true, check: true },
  async find(change, facts) {
    const found: Violation[] = [...loweredCoverage(change), ...(await vanishedChecks(change, facts))]
    for (const { path, before, after } of change.files) {
      const [old, now] = [strictText(before), strictText(after)]
      if (now === null || old === now) continue
      if (holdsCommands(path) && old !== null) found.push(...(await narrowedCommands(path, old, now)))
      if (isCheckPath(path) && (!isTestPath(path) || posix.basename(path) === "conftest.py")) {
        found.push(...narrowedPaths(path, old ?? "", now))
        const known = await narrowingsIn(path, old ?? "")
        const fresh = (await narrowingsIn(path, now)).filter(
          (one) => !known.some(({ key }) => key === one.key),
        )
        if (fresh.length > 0 && (await leavesNothingOut(path, fresh, change, facts))) continue
        for (const one of fresh) {
          found.push({
            path,
            line: one.line,
            rule: one.rule,
            message: one.message,
            evidence: one.key.slice(0, 200),
          })
        }
      }
    }
    return found
  },
})

/** Folders of pytest and PHPUnit, when each contains an earlier one and there are not more of them. */
function narrowedPaths(path: string, old: string, now: string): readonly Violation[] {
  const [before, after] = [testPaths(old), testPaths(now)]
  if (before === null || after === null || after.paths.length > before.paths.length) return []
  const is_narrower =
    before.paths.some((one) => !after.paths.includes(one)) &&
    after.paths.every((one) => before.paths.some((whole) => one === whole || one.startsWith(`${whole}/`)))
  if (!is_narrower) return []
  const message = `the command leaves tests out now: ${after.text}`
  return [{ path, line: after.line, rule: "narrowed", message, evidence: after.text }]
}

function testPaths(text: string) {
  const from = text.indexOf("<testsuites>")
  const to = text.indexOf("</testsuites>", from)
  if (from >= 0 && to >= 0) {
    const folders = [...text.slice(from, to).matchAll(/<directory\b[^<>]{0,200}>([^<>]{1,200})</g)]
    const paths = folders.map(([, one = ""]) => one.trim().replace(/^\.\/|\/$/g, ""))
    const line = text.slice(0, from + (folders[0]?.index ?? 0)).split("\n").length
    return {
      paths,
      line,
      text: folders
        .map(([one]) => one)
        .join(" ")
        .slice(0, 160),
    }
  }
  const found = /^testpaths\s{0,8}=\s{0,8}(\S[^\n]{0,500})$/m.exec(text)
  const paths = found?.[1]?.match(/[\w.][\w./-]{0,200}/g)?.map((one) => one.replace(/\/$/, "")) ?? []
  if (found === null || paths.length === 0) return null
  return { paths, line: text.slice(0, found.index).split("\n").length, text: found[0].slice(0, 160) }
}

/** Lines that run fewer tests than those they replace. */
async function narrowedCommands(path: string, old: string, now: string): Promise<readonly Violation[]> {
  const [before, after] = [await commandsOf(path, old), await commandsOf(path, now)]
  const known = new Set(before.map(({ text }) => text))
  const whole = (lines: readonly CommandLine[]) =>
    lines.filter(({ text, runs_tests }) => runs_tests && !NARROW.test(text) && !BENCHMARKS.test(text)).length
  const narrowed =
    whole(after) < whole(before)
      ? after.filter(({ text, runs_tests }) => !known.has(text) && runs_tests && NARROW.test(text))
      : []
  const silent = after.filter(({ name, text }) => {
    const was = before.find((one) => one.name === name && name !== "")
    return (
      /^(?:test|check|ci)\b/.test(name) &&
      was !== undefined &&
      was.text !== text &&
      !NOTHING.test(was.text) &&
      NOTHING.test(text)
    )
  })
  // The same command, with a switch that skips its tests.
  const skipping = after.filter(
    ({ text }) =>
      !narrowed.some((one) => one.text === text) && !known.has(text) && known.has(text.replace(SKIPS, "")),
  )
  return [...narrowed, ...skipping, ...silent].map(({ line, text }) => ({
    path,
    line,
    rule: NOTHING.test(text) ? "runs_nothing" : "narrowed",
    message: NOTHING.test(text)
      ? `the command runs no test any more: ${text.slice(0, 160)}`
      : `the command leaves tests out now: ${text.slice(0, 160)}`,
    evidence: text.slice(0, 200),
  }))
}

const SKIPS = /\s-D(?:skipTests|maven\.test\.skip)(?:=true)?(?=\s|$)|\s-x\s{1,4}test(?=\s|$)/
const NARROW =
  /\s(?:-k|-t|-g|-run|-skip|-short|--deselect|--ignore|--ignore-glob|--testNamePattern|--testPathIgnorePatterns|--testPathPattern|--grep|--invert|--exclude|--skip|--test-name-pattern|--test-skip-pattern|--passWithNoTests|--pass-with-no-tests|--onlyChanged|--changed|--collect-only|--no-run|--listTests|--list|--lf|--last-failed)(?:[\s=]|$)|-D(?:skipTests|maven\.test\.skip|test=)|\s-x\s{1,4}test\b|\s-m\s{1,4}["']?not\s/

/** What runs benchmarks leaves the tests out for good reason, and no tests are lost by it. */
const BENCHMARKS = /\bgo\s{1,4}test\s[^\n]{0,400}-bench[\s=]/

const NOTHING = /^\s{0,8}(?:true|:|exit 0|echo\b[^|;&]{0,200}|node -e ["'][^"']{0,40}["'])\s{0,8}$/
