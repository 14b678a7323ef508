import { defineAnalyser } from "./analyser.ts"
import { holds, lacks, lacksFile } from "./finding.ts"
import { readmePath } from "./readme.ts"
import { brokenLinks } from "./repository/objections.ts"
import { lineLike, pathLike, type Repository } from "./repository/repository.ts"
import { undocumented } from "./signs/doc_comments.ts"

/** Whether users and contributors find what they need beyond the README. No check is decisive. */
export const docs = defineAnalyser({
  name: "docs",
  title: "Documentation",
  weight: 1,
  nothing: "no files",
  checks: [
    {
      looks_at:
        "documentation beyond a short README: a folder, a site, a comment on the package, or a README of 60 lines",
      points: 35,
      async judge(repository) {
        const page = pathLike(repository, PAGES)
        if (page !== undefined) return holds(page, null, "there is documentation beside the README")
        const path = readmePath(repository)
        const text = path === undefined ? null : await repository.text(path)
        if (path === undefined || text === null) return null
        const comment = await packageComment(repository)
        if (comment !== null)
          return holds(comment.path, comment.line, "a comment on the package documents it")
        const site = lineLike(text, SITE)
        if (site !== null) return holds(path, site, "the README leads to its documentation")
        const lines = text.split("\n").length
        if (lines >= LONG_README) return holds(path, null, `the README has ${lines} lines`)
        return lacks(
          [{ path, line: null, what: `the only documentation is a README of ${lines} lines` }],
          {
            title: "Document how it is used",
            description: `Beside ${path} with ${lines} lines there is no documentation. Describe what a user meets: options, errors, a longer example.`,
            file_hints: ["docs/usage.md"],
            action: "create",
          },
          lines / LONG_README,
        )
      },
    },
    {
      looks_at: "a changelog, changesets, or a tool that writes release notes",
      points: 15,
      async judge(repository) {
        if (repository.parts.length === 0) return null
        const path = pathLike(repository, CHANGELOG)
        if (path !== undefined) return holds(path, null, "changes are written down")
        const read = readmePath(repository)
        const line = lineLike(
          (read && (await repository.text(read))) ?? "",
          /\/releases\b|changelog|release notes/i,
        )
        if (read !== undefined && line !== null)
          return holds(read, line, "the README says where changes are told")
        return lacksFile("CHANGELOG.md", "there is no changelog", {
          title: "Keep a changelog",
          description:
            "Nothing tells users what changed between versions: begin CHANGELOG.md with what is not released yet.",
        })
      },
    },
    {
      looks_at: "a guide for contributors, or a section of the README for them",
      points: 10,
      async judge(repository) {
        if (repository.parts.length === 0) return null
        const path = pathLike(
          repository,
          /^(?:(?:docs|\.github)\/)?(?:contributing|contribute|hacking|development|developing)(?:\.\w{1,10})?$/i,
        )
        if (path !== undefined) return holds(path, null, "there is a guide for contributors")
        const read = readmePath(repository)
        const text = (read && (await repository.text(read))) ?? ""
        const line = lineLike(text, FOR_CONTRIBUTORS)
        if (read !== undefined && line !== null)
          return holds(read, line, "the README tells contributors what to do")
        return lacksFile("CONTRIBUTING.md", "nothing tells contributors how to build and test", {
          title: "Write a guide for contributors",
          description:
            "Say in CONTRIBUTING.md how the project is set up, built and tested, with the commands its manifest has.",
        })
      },
    },
    {
      looks_at: "links between documents that lead somewhere (critic G14); the README's count there",
      points: 20,
      judge(repository) {
        const own = readmePath(repository)
        const pages = repository.paths.filter(
          (path) => /\.mdx?$/i.test(path) && path !== own && !ASIDE.test(path),
        )
        return brokenLinks(repository, pages.slice(0, 200), "documentation")
      },
    },
    {
      looks_at: "a doc comment on at least half of what is public at the top level of the sources",
      points: 20,
      async judge(repository) {
        const { all, missing } = await undocumented(repository)
        if (all < 5) return null
        const documented = all - missing.length
        const what = `${documented} of ${all} public definitions that were read have a doc comment`
        const most = mostOften(missing.map(({ path }) => path))
        const first = missing.find(({ path }) => path === most)
        if (first === undefined || documented / all >= WANTED) {
          return holds(repository.sources[0] ?? ".", null, what)
        }
        return lacks(
          [{ path: first.path, line: first.line, what: `${what}; ${first.name} has none` }],
          {
            title: `Document what ${most} offers`,
            description: `${what}. Begin with ${most}: say of each public definition what it does, what it takes and when it fails.`,
            file_hints: [most],
            action: "modify",
          },
          documented / all / WANTED,
        )
      },
    },
  ],
})

/** A heading, or a link, on how to work on the project. */
const FOR_CONTRIBUTORS =
  /^\s{0,3}(?:#{1,6}|={1,5}|<h\d>|\*\*)\s{0,4}.{0,30}\b(?:contribut|develop|hacking|building|testing|tests)|^(?:contributing|development|hacking|building|testing)\b.{0,30}$|\[[^\]]{0,60}contribut|contributing\.(?:md|rst|adoc)/i
/** Where packages have their pages, generated from doc comments or not. */
const SITE =
  /docs\.rs\/|pkg\.go\.dev\/|godoc\.org\/|readthedocs|javadoc\.io\/|\.github\.io\/|(?:docs|documentation|api reference|manual)[^\]]{0,40}\]\(http|https?:\/\/docs\./i
const LONG_README = 60
const WANTED = 0.5
const PAGES =
  /^(?:docs?|documentation|doc|website|site|book|guide|guides|wiki|man)\/.{1,200}\.(?:mdx?|rst|adoc|txt|html|\d)$|^(?:mkdocs\.ya?ml|book\.toml|docusaurus\.config\.\w{2,4}|\.readthedocs\.ya?ml|typedoc\.js(?:on)?)$|^(?!(?:readme|changelog|changes|history|news|contributing|code[-_]of[-_]conduct|security|authors|maintainers|contributors|support|governance|license|copying|todo|notice|agents|claude|gemini|release|pull_request_template)\b)[\w-]{3,60}\.(?:md|rst|adoc)$|(?:^|\/)docs\/(?:conf\.py|index\.\w{2,4})$|^[^/]{1,60}\/(?:docs?|documentation)\/.{1,200}\.(?:mdx?|rst|adoc)$/i
const CHANGELOG =
  /^(?:(?:docs?|doc|src|documentation|packages\/[^/]{1,60})\/)?(?:changelog|changes|history|news|release[-_]?notes|releases|whatsnew|relnotes)(?:[._-][\w.-]{1,20})?$|^(?:changelog\.d|newsfragments|\.changeset|\.chloggen)\/|^(?:\.github\/release-drafter\.yml|\.releaserc(?:\.\w{1,5})?|release-please-config\.json|cliff\.toml|\.github\/release\.ya?ml)$|^docs?\/(?:.{1,60}\/)?(?:changelog|changes|whatsnew|release[-_]?notes|releases?)(?:\.\w{1,5}|\/)|(?:^|\/)changes\.xml$/i
/** Pages of tests, templates and other people's projects. */
const ASIDE =
  /(?:^|\/)(?:tests?|__tests__|fixtures?|testdata|templates?|node_modules|vendor|\.github\/ISSUE_TEMPLATE|i18n|translations?|versioned_docs)\//i

/** The package's description in the sources, as its registry shows it: for Rust and Go. */
async function packageComment(repository: Repository): Promise<{ path: string; line: number } | null> {
  const files = repository.parts.flatMap(({ sources }) =>
    sources.filter((path) => /(?:^|\/)src\/lib\.rs$|^[^/]{1,100}\.go$/.test(path)),
  )
  for await (const { path, text } of repository.texts(files.slice(0, 50))) {
    const line = lineLike(text, path.endsWith(".rs") ? /^\/\/! \S/ : /^(?:\/\/|\/\*) ?Package \w/)
    if (line !== null) return { path, line }
  }
  return null
}

/** The most frequent text, the first of several. */
function mostOften(texts: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort(([, left], [, right]) => right - left)[0]?.[0] ?? "."
}
