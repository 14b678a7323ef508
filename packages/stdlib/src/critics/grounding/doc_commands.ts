import { posix } from "node:path"
import { type ChangeSet, lenientText } from "@proofloop/foundation/git"
import { isRecord } from "@proofloop/foundation/text"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { docText, isDoc } from "../docs/doc_text.ts"
import { fencedBlocks, fencedLines } from "../docs/fences.ts"
import type { Violation } from "../verdict.ts"

/**
 * New commands in the code of a document that run a script, a target or a file which the repository does not have. Only
 * where the document is about working on the repository: its name says so, or it had a command that is there.
 */
export async function missingCommands(
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<readonly Violation[]> {
  const found: Violation[] = []
  for (const { path, before, after } of change.files) {
    if (!isDoc(path) || after === null) continue
    const old = commandsIn(docText(before) ?? "")
    const known = new Set(old.map(({ text }) => text))
    const fresh = commandsIn(docText(after) ?? "").filter(({ text }) => !known.has(text))
    for (const { text, task, line, kind } of fresh) {
      const there = kind === "file" ? await filesBeside(path, facts) : await tasksOf(kind, facts)
      if (there === null || there.has(task)) continue
      const is_own =
        (kind !== "file" && FOR_DEVELOPERS.test(posix.basename(path))) ||
        old.some((one) => one.kind === kind && there.has(one.task))
      if (!is_own || found.some((one) => one.path === path && one.evidence === text)) continue
      const message = `runs "${text}", and ${MISSING[kind]}`
      found.push({ path, line, rule: "missing_command", message, evidence: text })
    }
  }
  return found
}

const MISSING = {
  script: "no package.json has such a script",
  target: "no Makefile has such a target",
  file: "there is no such file",
}

const FOR_DEVELOPERS = /contribut|develop|hacking|building|^agents|^claude/i

interface DocCommand {
  readonly text: string
  readonly task: string
  readonly kind: "script" | "target" | "file"
  /** From 1. */
  readonly line: number
}

/** The commands of code blocks and code spans. */
function commandsIn(text: string): readonly DocCommand[] {
  const lines = text.split("\n")
  const blocks = fencedLines(fencedBlocks(lines))
  return lines.flatMap((line, index) => {
    const is_code = blocks.has(index) || /^(?: {4}|\t)\s{0,20}\$? ?\S/.test(line)
    const codes = is_code ? [line] : [...line.matchAll(/`([^`\n]{1,300})`/g)].map(([, code = ""]) => code)
    return codes.flatMap((code) => [
      ...[...code.matchAll(PROGRAM)].map(([, task = ""]) => ({
        text: `./${task}`,
        task,
        kind: "file" as const,
        line: index + 1,
      })),
      ...[...code.matchAll(COMMAND)].map(({ 1: program = "", 2: task = "" }) => ({
        text: `${program.replaceAll(/\s{1,9}/g, " ")} ${task}`,
        task,
        kind: program === "make" ? ("target" as const) : ("script" as const),
        line: index + 1,
      })),
    ])
  })
}

const PROGRAM = /(?:^|[\s$;&|(])\.\/([\w.-]{1,80}(?:\/[\w.-]{1,80}){0,8}\.[a-z]\w{0,4})(?=$|[\s;&|)])/g

const COMMAND =
  /(?:^|[\s$;&|(])((?:npm|pnpm|yarn|bun)\s{1,4}run|make)\s{1,4}([A-Za-z][\w:.-]{0,80})(?=$|[\s;&|)#])/g

/** What may be run from the folder of a document, or from the root. */
async function filesBeside(path: string, facts: RepositoryFacts): Promise<ReadonlySet<string>> {
  const folder = posix.dirname(path)
  const paths = await facts.paths()
  return new Set([...paths, ...paths.map((one) => posix.relative(folder, one))])
}

/** The scripts or targets that the repository has; null: none, or a build may make more. */
async function tasksOf(
  kind: "script" | "target",
  facts: RepositoryFacts,
): Promise<ReadonlySet<string> | null> {
  const names = kind === "script" ? /^package\.json$/ : MAKEFILES
  const all = await facts.paths()
  if (kind === "target" && all.some((path) => MAKES_MAKEFILES.test(posix.basename(path)))) return null
  const paths = all.filter((path) => names.test(posix.basename(path))).slice(0, MOST_MANIFESTS)
  if (paths.length === 0) return null
  const tasks = new Set<string>()
  for (const path of paths) {
    const found = tasksIn(kind, lenientText(await facts.read(path)) ?? "")
    if (found === null) return null
    for (const one of found) tasks.add(one)
  }
  return tasks
}

const MOST_MANIFESTS = 60
const MAKEFILES = /^(?:GNUmakefile|[Mm]akefile|[\w.-]{1,60}\.mk)$/
const MAKES_MAKEFILES = /^(?:CMakeLists\.txt|configure(?:\.ac|\.in)?|Makefile\.(?:am|in|PL))$/

function tasksIn(kind: "script" | "target", text: string): readonly string[] | null {
  if (kind === "script") {
    try {
      const manifest: unknown = JSON.parse(text)
      const scripts = isRecord(manifest) ? manifest["scripts"] : undefined
      return isRecord(scripts) ? Object.keys(scripts) : []
    } catch {
      return null
    }
  }
  const rules = [...text.matchAll(/^([^\s#:=][^#:=\n]{0,400}):(?![=:]{0,2}=)/gm)].map(
    ([, names = ""]) => names,
  )
  // Names with variables or patterns, and rules of other files, may be any.
  if (
    rules.some((names) => /[%$]/.test(names)) ||
    /^[ \t]*-?s?include\b|\$\((?:eval|foreach|call)\b/m.test(text)
  )
    return null
  return rules.flatMap((names) => names.trim().split(/\s+/))
}
