import { posix } from "node:path"
import { defineAnalyser } from "./analyser.ts"
import { faults, holds, lacks, lacksFile } from "./finding.ts"
import { isAside } from "./repository/ecosystems.ts"
import { manifestsOf } from "./repository/manifest.ts"
import { pathLike, type Repository } from "./repository/repository.ts"

/** Whether files lie where tools and people look for them, and no generated files lie there. No check is decisive. */
export const structure = defineAnalyser({
  name: "structure",
  title: "Structure",
  weight: 1,
  nothing: "no files",
  checks: [
    {
      looks_at: "a `.gitignore`",
      points: 20,
      judge(repository) {
        if (repository.parts.length === 0) return null
        const path = pathLike(repository, /(?:^|\/)\.gitignore$/)
        return path === undefined
          ? lacksFile(".gitignore", "there is no .gitignore", {
              title: "Add .gitignore",
              description: `Leave out what ${repository.parts.map(({ ecosystem }) => ecosystem.title).join(" and ")} tools write: dependencies, build output, caches.`,
            })
          : holds(path, null, "there is a .gitignore")
      },
    },
    {
      looks_at:
        "nothing committed that a tool made: node_modules, bytecode, .DS_Store, class files, logs of npm",
      points: 25,
      async judge(repository) {
        if (repository.paths.length === 0) return null
        const made = repository.paths.filter((path) => MADE.test(path) && !isAside(path))
        // A folder on disk holds files that git ignores; a commit does not.
        const folders =
          repository.commit === null
            ? []
            : await present(repository, ["__pycache__", ".venv", "venv", ...(await unbundled(repository))])
        const places = [...folders, ...made].map((path) => ({
          path,
          line: null,
          what: `${posix.basename(path)} is committed`,
        }))
        return faults(
          places.slice(0, 20),
          20,
          { path: ".", what: "nothing is committed that a tool made" },
          {
            title: "Take out what tools made",
            description: `Remove from git and add to .gitignore: ${places
              .slice(0, 5)
              .map(({ path }) => path)
              .join(", ")}.`,
            file_hints: [".gitignore", ...places.map(({ path }) => path).slice(0, 2)],
            action: "delete",
          },
        )
      },
    },
    {
      looks_at: "sources in folders: at most 20 files of code right at the root",
      points: 20,
      judge(repository) {
        const { sources } = repository
        if (sources.length === 0) return null
        // A package of Go lies in one folder.
        const at_root = sources.filter((path) => !path.includes("/") && !path.endsWith(".go"))
        return at_root.length <= MOST_AT_ROOT
          ? holds(sources[0] ?? ".", null, "the sources lie in folders")
          : lacks(
              [
                {
                  path: at_root[0] ?? ".",
                  line: null,
                  what: `${at_root.length} files of code lie at the root`,
                },
              ],
              {
                title: "Put the sources into folders",
                description: `${at_root.length} files of code lie at the root: group them by what they are about.`,
                file_hints: at_root.slice(0, 3),
                action: "modify",
              },
            )
      },
    },
    {
      looks_at: "no two names that differ in case alone: one of them is lost on macOS and Windows",
      points: 20,
      judge({ paths }) {
        if (paths.length === 0) return null
        const seen = new Map<string, string>()
        const places: { path: string; line: null; what: string }[] = []
        for (const path of paths) {
          const folded = path.toLowerCase()
          const other = seen.get(folded)
          if (other === undefined) seen.set(folded, path)
          else places.push({ path, line: null, what: `differs from ${other} in case alone` })
        }
        return faults(
          places.slice(0, 20),
          20,
          { path: ".", what: "no two names differ in case alone" },
          {
            title: "Rename what differs in case alone",
            description: places
              .slice(0, 5)
              .map(({ path, what }) => `${path} ${what}`)
              .join("; "),
            file_hints: places.map(({ path }) => path).slice(0, 3),
            action: "modify",
          },
        )
      },
    },
    {
      looks_at:
        "names that every system can hold: no `:`, `?`, `*`, no space or dot at the end, no reserved name",
      points: 15,
      judge({ paths }) {
        if (paths.length === 0) return null
        const places = paths
          .filter((path) => path.split("/").some((name) => UNFIT.test(name) || RESERVED.test(name)))
          .slice(0, 20)
          .map((path) => ({ path, line: null, what: "cannot be checked out on Windows" }))
        return faults(
          places,
          20,
          { path: ".", what: "every system can hold the names" },
          {
            title: "Rename what Windows cannot hold",
            description: `Windows cannot check out ${places
              .slice(0, 5)
              .map(({ path }) => path)
              .join(", ")}.`,
            file_hints: places.map(({ path }) => path).slice(0, 3),
            action: "modify",
          },
        )
      },
    },
  ],
})

const MOST_AT_ROOT = 20
const MADE =
  /(?:^|\/)(?:\.DS_Store|Thumbs\.db|npm-debug\.log|yarn-error\.log|\.coverage|[^/]{1,200}\.(?:pyc|pyo|class|swp|orig|rej))$|(?:^|\/)(?:[^/]{1,100}\.egg-info|\.pytest_cache|\.mypy_cache|\.gradle|\.nyc_output)\//
const UNFIT = /[<>:"|?*\\]|[. ]$/
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

async function present({ facts }: Repository, paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const path of paths) if (await facts.exists(path)) found.push(path)
  return found
}

/** node_modules, unless package.json says that dependencies are published with it. */
async function unbundled(repository: Repository): Promise<readonly string[]> {
  const [npm] = await manifestsOf(repository, "npm")
  return /"bundled?Dependencies"/.test(npm?.text ?? "") ? [] : ["node_modules"]
}
