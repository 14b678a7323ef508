import { mkdir, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { vendorPackages } from "../../packaging/project_manifest.mjs"
import { publishedPackages } from "../../packaging/published.mjs"
import type { Kind } from "./kind.ts"
import { type Ran, Transcript } from "./transcript.ts"

/** What became of one kind of repository. */
export interface Outcome {
  readonly name: string
  readonly package_manager: string
  readonly tests: string
  /** Files that `init` wrote. */
  readonly written: readonly string[]
  readonly left_out: readonly string[]
  readonly bad_edit: string
  readonly critic: string
  /** Whether the commit was refused; a warning lets it through. */
  readonly is_stopped: boolean
  /** What `check` said. */
  readonly finding: readonly string[]
  readonly seconds: { readonly init: number; readonly check: number }
  /** What went otherwise than it should; empty: all of it held. */
  readonly wrong: readonly string[]
}

/** The repository could not be made. */
class Failed extends Error {}

const NOTHING: Omit<Outcome, "name" | "bad_edit" | "wrong"> = {
  package_manager: "",
  tests: "",
  written: [],
  left_out: [],
  critic: "",
  is_stopped: false,
  finding: [],
  seconds: { init: 0, check: 0 },
}

/** Where a kind is tried. */
export interface Place {
  /** The checkout that the packages are from. */
  readonly checkout: string
  readonly root: string
  readonly packed: string
  readonly environment: Readonly<Record<string, string>>
}

/** Makes the repository, has `proofloop init` write what it needs, and commits a bad edit and a sound one. */
export async function tryKind(
  kind: Kind,
  place: Place,
): Promise<{ readonly outcome: Outcome; readonly transcript: string }> {
  const { root, environment } = place
  const shell = new Transcript(root, environment)
  try {
    const seen = await inRepository(kind, place, shell)
    return { outcome: seen, transcript: `${shell.text}\n` }
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    return {
      outcome: { ...NOTHING, name: kind.name, bad_edit: kind.bad_edit.about, wrong: [error.message] },
      transcript: `${shell.text}\n`,
    }
  }
}

async function inRepository(kind: Kind, place: Place, shell: Transcript): Promise<Outcome> {
  const { root } = place
  const wrong: string[] = []
  const expect = (holds: boolean, what: string): void => {
    if (!holds) wrong.push(what)
  }
  await makeRepository(kind, place, shell)
  const proofloop = await installProofloop(kind, place, shell)
  await writeFiles(root, kind.uncommitted)
  const before = await shell.run("git status --short")

  const shown = await shell.run(`${proofloop} init`)
  expect(shown.code === 1 && shown.output.includes("Nothing was written"), "init wrote without a yes")
  const untouched = await shell.run("git status --short")
  expect(untouched.output === before.output, "init changed files before the yes")
  const accepted = await shell.run(`${proofloop} init --yes`)
  expect(accepted.code === 0, `init --yes ended with exit code ${accepted.code}`)
  const again = await shell.run(`${proofloop} init --yes`)
  expect(again.code === 0 && again.output.includes("Nothing to write"), "a second init wrote again")
  expect(await commit(shell, ["."], kind.uncommitted, "Add proofloop"), "its own files were not committed")

  shell.note(`A model ${kind.bad_edit.about}.`)
  await writeFiles(root, kind.bad_edit.files)
  const judged = await shell.run(`${proofloop} check`)
  const paths = Object.keys(kind.bad_edit.files)
  const stopped = await shell.run(`git add -- ${paths.join(" ")} && git commit --quiet --message Edit`)
  expectFinding(kind, { judged, stopped }, expect)
  if (stopped.code !== 0) await shell.run(`git restore --staged --worktree -- ${paths.join(" ")}`)
  await writeFiles(root, { "NEWS.md": "# News\n\nNothing yet.\n" })
  expect(await commit(shell, ["NEWS.md"], {}, "Add news"), "a sound commit was stopped")
  await shell.run(`${proofloop} doctor`)
  return { ...outcomeOf(kind, { accepted, judged, stopped }), wrong }
}

async function makeRepository(kind: Kind, { root }: Place, shell: Transcript): Promise<void> {
  await rm(root, { recursive: true, force: true })
  await mkdir(root, { recursive: true })
  await writeFiles(root, kind.files)
  for (const line of [
    ...kind.make,
    "git init --quiet && git add --all && git commit --quiet --message Start",
  ])
    await required(shell, line)
}

/** The words that start proofloop in the repository. */
async function installProofloop(
  { proofloop }: Kind,
  { checkout, root, packed }: Place,
  shell: Transcript,
): Promise<string> {
  if (proofloop === "global") return "proofloop"
  vendorPackages(root, packed, publishedPackages(checkout))
  await required(shell, proofloop.install)
  return proofloop.command
}

async function required(shell: Transcript, line: string): Promise<void> {
  const { code } = await shell.run(line)
  if (code !== 0) throw new Failed(`${line}: exit code ${code}`)
}

/** Whether the hooks let it through. */
async function commit(
  shell: Transcript,
  paths: readonly string[],
  except: Readonly<Record<string, string>>,
  message: string,
): Promise<boolean> {
  const words = [...paths, ...Object.keys(except).map((path) => `':!${path}'`)].join(" ")
  const { code } = await shell.run(`git add -- ${words} && git commit --quiet --message "${message}"`)
  return code === 0
}

function expectFinding(
  { bad_edit }: Kind,
  { judged, stopped }: { readonly judged: Ran; readonly stopped: Ran },
  expect: (holds: boolean, what: string) => void,
): void {
  const { critic, level } = bad_edit
  const named = new RegExp(`\\b${critic}\\b`)
  expect(named.test(judged.output), `check does not name ${critic}`)
  expect(named.test(stopped.output), `the commit does not name ${critic}`)
  expect(judged.code === (level === "error" ? 1 : 0), `check ended with exit code ${judged.code}`)
  expect((stopped.code !== 0) === (level === "error"), `the commit ended with exit code ${stopped.code}`)
}

async function writeFiles(root: string, files: Readonly<Record<string, string | null>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, path)
    await mkdir(dirname(file), { recursive: true })
    if (text === null) await rm(file)
    else await writeFile(file, text)
  }
}

function outcomeOf(
  { name, bad_edit }: Kind,
  { accepted, judged, stopped }: { readonly accepted: Ran; readonly judged: Ran; readonly stopped: Ran },
): Omit<Outcome, "wrong"> {
  const row = (title: string): string =>
    new RegExp(`^ *${title} {2,}(.*)$`, "m").exec(accepted.output)?.[1] ?? ""
  return {
    name,
    package_manager: row("package manager"),
    tests: row("test command"),
    written: [...accepted.output.matchAll(/^(\S+) \((?:new|changed)\): /gm)].map(([, path = ""]) => path),
    left_out: [...accepted.output.matchAll(/^Left out: (.*)$/gm)].map(([, reason = ""]) => reason),
    bad_edit: bad_edit.about,
    critic: bad_edit.critic,
    is_stopped: stopped.code !== 0,
    finding: judged.output.trimEnd().split("\n"),
    seconds: { init: accepted.seconds, check: judged.seconds },
  }
}
