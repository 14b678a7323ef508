import { posix } from "node:path"
import type { ChangeSet } from "@proofloop/foundation/git"
import { cutCodePoints, isTestPath } from "@proofloop/foundation/text"
import * as z from "zod"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { defineCritic } from "../critic.ts"
import { docText, isDoc } from "../docs/doc_text.ts"
import { lineAt, lineStarts } from "../docs/lines.ts"
import { type Violation, verdictOf } from "../verdict.ts"
import { missingCommands } from "./doc_commands.ts"
import { isIgnored } from "./imports/said_elsewhere.ts"
import { linkTargets, rstTargets, type Target } from "./link_targets.ts"
import { probeWith } from "./probe_url.ts"
import { brokenLink } from "./relative_links.ts"
import { rstPages } from "./rst_pages.ts"
import { webAddresses } from "./web_addresses.ts"

const input = z.object({
  offline: z.boolean().default(false),
  network: z.boolean().default(false),
  allowed_hosts: z.array(z.string()).default([]),
  max_urls: z.number().int().min(0).max(200).default(20),
  timeout_ms: z.number().int().min(1).max(60_000).default(3000),
})

type Options = z.output<typeof input>

interface Added extends Target {
  readonly path: string
  readonly line: number
}

/** G14: links and commands that a change adds to a document must lead somewhere. @requirement critics.G14 */
export const linkGrounding = defineCritic({
  id: "G14",
  title: "Link grounding",
  description:
    "Stops links in documentation to files that do not exist and commands that the repository does not have; when the network is allowed, links to addresses that do not exist.",
  scope: "repository",
  default_in: { gate: true, check: true },
  input,
  environment: (env) => {
    const offline = env["PROOFLOOP_URL_GROUNDING_OFFLINE"]?.trim().toLowerCase() ?? ""
    return ["1", "true", "yes"].includes(offline) ? { offline: true } : {}
  },
  event: { type: "critic_url_grounding.fail" },
  check_name: "URL grounding",
  advice:
    "Link only to files that are in the repository and to pages you were shown; otherwise leave the link out.",
  async check(change, facts, options) {
    if (options.offline) return { status: "pass" }
    const missing = await missingAddresses(addedTargets(change, webAddresses), facts, options)
    const broken = await brokenLinks(addedTargets(change, targetsOf), change, facts)
    const found = [...missing, ...broken, ...(await missingCommands(change, facts))]
    return verdictOf(change.files.flatMap(({ path }) => found.filter((violation) => violation.path === path)))
  },
})

function targetsOf(text: string, path: string): readonly Target[] {
  return path.endsWith(".rst")
    ? [...linkTargets(text), ...rstTargets(text), ...rstPages(text)]
    : linkTargets(text)
}

/** The new targets of each document, each target once, sorted. */
function addedTargets(
  change: ChangeSet,
  read: (text: string, path: string) => readonly Target[],
): readonly Added[] {
  return change.files
    .filter(({ path }) => isDoc(path) && !isTestData(path))
    .flatMap(({ path, before, after }) => {
      const text = docText(after) ?? ""
      const seen = new Set(read(docText(before) ?? "", path).map(({ target }) => target))
      const added = read(text, path).filter(({ target }) => !seen.has(target) && seen.add(target))
      const starts = lineStarts(text)
      return added
        .map((one) => ({ ...one, path, line: lineAt(starts, one.offset) }))
        .sort((left, right) => (left.target < right.target ? -1 : 1))
    })
}

/** A document among the tests is one that they read, unless its name says that people do. */
function isTestData(path: string): boolean {
  return isTestPath(path) && !/^(?:[A-Z]{3,}|readme|contributing)\b/.test(posix.basename(path))
}

async function brokenLinks(
  links: readonly Added[],
  change: ChangeSet,
  facts: RepositoryFacts,
): Promise<readonly Violation[]> {
  const checked = await Promise.all(
    links.map(async (link) => {
      const broken = await brokenLink(facts, link.path, link.target)
      const is_page = link.path.endsWith(".rst") && posix.extname(link.target) === ""
      const is_made = broken === "missing" && is_page && (await isMade(link, facts))
      return { link, broken: is_made ? null : broken }
    }),
  )
  const outputs = checked.some(({ broken }) => broken === "missing") ? await outputFolders(change, facts) : ""
  const routed = new Map<string, boolean>()
  for (const { link, broken } of checked) {
    const folder = topFolder(link.path)
    if (broken === "missing" && isRoute(link.target) && !routed.has(folder))
      routed.set(folder, folder !== "" && (await hasOwnRoutes(folder, change, facts)))
  }
  return checked.flatMap(({ link, broken }) => {
    if (isRoute(link.target) && routed.get(topFolder(link.path)) === true) return []
    if (broken === null || (broken === "missing" && isBuilt(link.target, outputs))) return []
    const target = cutCodePoints(link.target, 200)
    const [rule, message] =
      broken === "missing"
        ? ["missing_path", `links to "${target}", which is neither below the document nor below the root`]
        : ["link_leaves_repository", `links to "${target}", which is outside of the repository`]
    return [{ path: link.path, line: link.line, rule, message, evidence: target }]
  })
}

/** Whether a build may write a page of Sphinx: its folder is not there, or git ignores it. */
async function isMade({ path, target }: Added, facts: RepositoryFacts): Promise<boolean> {
  const rooted = target.startsWith("/") ? target.slice(1) : posix.join(posix.dirname(path), target)
  return !(await facts.exists(posix.dirname(rooted))) || (await isIgnored(rooted, { facts }))
}

/** A page that a tool writes: the change's programs, or what git ignores, name the folder it is in. */
function isBuilt(target: string, outputs: string): boolean {
  const [path = ""] = target.split(/[?#]/, 1)
  if (!path.endsWith(".html")) return false
  const folders = path
    .split("/")
    .slice(0, -1)
    .filter((part) => !/^\.{0,2}$/.test(part))
  return folders.some((folder) => outputs.includes(`/${folder}`) || outputs.includes(`${folder}/`))
}

/** What may name folders that are written by a tool. */
async function outputFolders({ files }: ChangeSet, facts: RepositoryFacts): Promise<string> {
  const texts = files.filter(({ path }) => !isDoc(path)).map(({ after }) => docText(after) ?? "")
  return [docText(await facts.read(".gitignore")) ?? "", ...texts].join("\n")
}

async function missingAddresses(
  addresses: readonly Added[],
  facts: RepositoryFacts,
  options: Options,
): Promise<readonly Violation[]> {
  if (!options.network) return []
  const probe = facts.probe ?? probeWith()
  const allowed = addresses.filter(({ target }) => isAllowed(new URL(target), options.allowed_hosts))
  const looked = await Promise.all(
    allowed.slice(0, options.max_urls).map(async (address) => {
      const answer = await probe(new URL(address.target), AbortSignal.timeout(options.timeout_ms))
      return { address, answer }
    }),
  )
  return looked.flatMap(({ address: { path, line, target }, answer }) => {
    if (answer !== "missing") return []
    const evidence = cutCodePoints(target, 200)
    const message = `names ${evidence}, which does not exist (host ${new URL(target).hostname})`
    return [{ path, line, rule: "missing_url", message, evidence }]
  })
}

/** A host of the list, or below one that is written "*.example.org". */
function isAllowed({ hostname }: URL, hosts: readonly string[]): boolean {
  return hosts.some((host) => {
    const name = host.toLowerCase()
    return name.startsWith("*.") ? hostname.endsWith(name.slice(1)) : hostname === name
  })
}

/** Whether a target is an address of a site: it begins at a root and names no file. */
function isRoute(target: string): boolean {
  const [path = ""] = target.split(/[?#]/, 1)
  return path.startsWith("/") && posix.extname(path) === ""
}

/** Whether the documents of a folder linked to addresses without a file before: their site has rules of its own. */
async function hasOwnRoutes(folder: string, change: ChangeSet, facts: RepositoryFacts): Promise<boolean> {
  const touched = new Map(change.files.map(({ path, before }) => [path, before]))
  const paths = new Set([...(await facts.paths()), ...touched.keys()])
  const documents = [...paths]
    .filter((path) => isDoc(path) && topFolder(path) === folder)
    .slice(0, MOST_DOCUMENTS)
  for (const path of documents) {
    const text = docText(touched.has(path) ? (touched.get(path) ?? null) : await facts.read(path)) ?? ""
    for (const { target } of linkTargets(text)
      .filter((one) => isRoute(one.target))
      .slice(0, MOST_LINKS))
      if ((await brokenLink(facts, path, target)) === "missing") return true
  }
  return false
}

/** "docs" of "docs/guide/a.md"; empty at the root. */
function topFolder(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : ""
}

const MOST_DOCUMENTS = 200
const MOST_LINKS = 20
