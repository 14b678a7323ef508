import { defineAnalyser, type Finding } from "./analyser.ts"
import { holds, lacks, lacksFile } from "./finding.ts"
import { brokenLinks } from "./repository/objections.ts"
import { lineLike, pathLike, type Repository, type TextFile } from "./repository/repository.ts"

/** Whether a README says what this is, how to get it and how to use it. Fails without one; its content counts by points. */
export const readme = defineAnalyser({
  name: "readme",
  title: "README",
  weight: 1,
  nothing: "no files",
  checks: [
    {
      looks_at: "a README at the root, in `.github` or in `docs`",
      points: 30,
      decisive: true,
      judge(repository) {
        if (repository.paths.length === 0) return null
        const path = readmePath(repository)
        return path === undefined
          ? lacksFile("README.md", "there is no README", {
              title: "Write a README",
              description:
                "There is no README. Say in it what the project is, how to install it, and how to use it, with an example that works.",
            })
          : holds(path, null, "there is a README")
      },
    },
    {
      looks_at: "a title in its first 40 lines",
      points: 10,
      judge: (repository) =>
        ofReadme(repository, ({ path, text }) => {
          const line = lineLike(firstLines(text, 40), TITLE)
          return line === null
            ? missing(
                path,
                "the README has no title",
                "Give the README a title",
                "Begin it with the project's name as a heading.",
              )
            : holds(path, line, "the README has a title")
        }),
    },
    {
      looks_at: "a sentence of prose before line 80",
      points: 20,
      judge: (repository) =>
        ofReadme(repository, ({ path, text }) => {
          const line = lineLike(firstLines(text, 80), SENTENCE)
          return line === null
            ? missing(
                path,
                "the README does not say what the project is",
                "Say in the README what the project is",
                "Its first lines hold no sentence: add a paragraph below the title that says what the project does and for whom.",
              )
            : holds(path, line, "the README says what the project is")
        }),
    },
    {
      looks_at: "how to get it: a heading or a command that installs, adds or builds it",
      points: 15,
      judge: (repository) =>
        ofReadme(repository, ({ path, text }) => {
          const line = lineLike(text, INSTALLATION)
          return line === null
            ? missing(
                path,
                "the README does not say how to install it",
                "Say in the README how to install the project",
                "Add a section with the command that installs or builds the project, as its manifest names it.",
              )
            : holds(path, line, "the README says how to install it")
        }),
    },
    {
      looks_at: "how to use it: a block of code, or a heading on usage",
      points: 20,
      judge: (repository) =>
        ofReadme(repository, ({ path, text }) => {
          const line = lineLike(text, USAGE)
          return line === null
            ? missing(
                path,
                "the README has no example",
                "Show in the README how the project is used",
                "Add a section with a short example that works with the code as it is.",
              )
            : holds(path, line, "the README shows how it is used")
        }),
    },
    {
      looks_at: "links to files that are there (critic G14)",
      points: 15,
      judge: async (repository) => {
        const path = readmePath(repository)
        return path === undefined ? null : brokenLinks(repository, [path], "README")
      },
    },
  ],
})

/** Where a forge shows the README from. */
export function readmePath(repository: Pick<Repository, "paths">): string | undefined {
  return (
    pathLike(repository, /^readme(?:\.[\w-]{1,20}){0,2}$/i) ??
    pathLike(repository, /^(?:\.github|docs)\/readme(?:\.[\w-]{1,20}){0,2}$/i)
  )
}

async function ofReadme(repository: Repository, judge: (file: TextFile) => Finding): Promise<Finding | null> {
  const path = readmePath(repository)
  const text = path === undefined ? null : await repository.text(path)
  return path === undefined || text === null ? null : judge({ path, text: withoutComments(text) })
}

/** The text with the comments of HTML as spaces, where the licence of some stands. */
function withoutComments(text: string): string {
  return text.split("<!--").reduce((kept, part) => {
    const end = part.indexOf("-->")
    return end < 0
      ? `${kept}<!--${part}`
      : kept + part.slice(0, end).replaceAll(/[^\n]/g, " ") + part.slice(end + 3)
  })
}

/** This many lines from the first one that is not blank; earlier ones stay, so that line numbers do. */
function firstLines(text: string, most: number): string {
  const lines = text.split("\n")
  const first = lines.findIndex((line) => line.trim() !== "")
  return lines.slice(0, Math.max(0, first) + most).join("\n")
}

function missing(path: string, what: string, title: string, description: string): Finding {
  return lacks([{ path, line: null, what }], { title, description, file_hints: [path], action: "modify" })
}

const TITLE = /^\s{0,8}#{1,3}\s|^[=-]{3,}\s{0,4}$|<h[1-3]|^=\s|<img\s|!\[/i
/** A line that begins like prose, of some words. */
const SENTENCE = /^\s{0,8}(?:[*_>]{0,3}\s{0,2})["'`*_[(]{0,4}[\p{L}\d][^|]{0,200}?(?:\s[^\s|]{1,60}){4}/u
const INSTALLATION =
  /^[#=\s*]{0,12}(?:.{0,40}\b)?(?:install|instal|getting started|quick ?start|setup|set up|requirements|download|building|build|dependency|maven|gradle|usage)|\b(?:npm (?:i|install|add)|yarn add|pnpm (?:add|i|install)|npx |bunx? |pip3? install|pipx |uv (?:add|pip|tool)|poetry add|conda install|cargo (?:add|install|build)|go (?:get|install)|brew install|apt(?:-get)? install|docker (?:run|pull)|mvn |gradlew?|git clone|make\b|implementation\b|<dependency>|\[dependencies\])/i
const USAGE =
  /^\s{0,8}(?:```|~~~)|^\s{0,8}\.\. (?:code|sourcecode)|::\s{0,4}$|^(?: {4}|\t)\S|<pre>|^[#=\s*]{1,12}(?:.{0,40}\b)?(?:usage|example|how to|tutorial|quick ?start|getting started)/i
