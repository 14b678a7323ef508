import { spawn, spawnSync } from "node:child_process"
import { appendFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { dirname, extname, join } from "node:path"
import { publishedPackages } from "../../packaging/published.mjs"
import type { Benchmark, Figure } from "./benchmark.ts"
import { hostFolder } from "./host_folder.ts"
import { observe, type ProcessCost, processCosts } from "./process_cost.ts"

const MOST_ROUNDS = 11
const CHANGED = 1000

/** One file of each language before and after. */
const ONE_FILE: ReadonlyArray<readonly [name: string, before: string, after: string]> = [
  ["guide.md", "# Sums\n\nUse `sum`.\n", "# Sums\n\nUse `sum` for two numbers.\n"],
  ["package.json", '{\n  "name": "sums"\n}\n', '{\n  "name": "sums",\n  "private": true\n}\n'],
  [
    "sum.ts",
    "export const sum = (a: number, b: number) => a - b\n",
    "export const sum = (a: number, b: number) => a + b\n",
  ],
  ["sum.py", "def sum(a, b):\n    return a - b\n", "def sum(a, b):\n    return a + b\n"],
  [
    "sum.go",
    "package sum\n\nfunc Sum(a, b int) int { return a - b }\n",
    "package sum\n\nfunc Sum(a, b int) int { return a + b }\n",
  ],
  [
    "sum.rs",
    "pub fn sum(a: u8, b: u8) -> u8 {\n    a - b\n}\n",
    "pub fn sum(a: u8, b: u8) -> u8 {\n    a + b\n}\n",
  ],
  [
    "Sum.java",
    "class Sum {\n  int of(int a, int b) { return a - b; }\n}\n",
    "class Sum {\n  int of(int a, int b) { return a + b; }\n}\n",
  ],
]

/** How long one waits for the built `check`: after an edit of one file, and of a thousand. */
export const check: Benchmark = {
  name: "check",
  about: `check of one changed file beside a Node that does nothing, and of ${CHANGED} files of this repository`,
  async run({ rounds }, root) {
    const host = hostFolder(publishedPackages(root))
    try {
      const command = join(host, "node_modules", "proofloop", "bin.mjs")
      return [
        ...oneFile(host, command, Math.min(rounds, MOST_ROUNDS)),
        ...(rounds < MOST_ROUNDS ? [] : await thousandFiles(host, command, root)),
      ]
    } finally {
      rmSync(host, { recursive: true, force: true })
    }
  },
}

function oneFile(host: string, command: string, rounds: number): readonly Figure[] {
  const runs = ONE_FILE.map(([name, before, after]) => {
    const folder = join(host, `repository of ${name}`)
    mkdirSync(folder)
    writeFileSync(join(folder, name), before)
    commitAll(folder)
    writeFileSync(join(folder, name), after)
    return { cwd: folder, args: [command, "check"] }
  })
  const [node, ...costs] = processCosts([{ cwd: host, args: ["--eval", ""] }, ...runs], rounds)
  if (node === undefined) return []
  const bar = { at: "most", value: 300 } as const
  return costs.flatMap(({ wall_ms, cpu_ms, peak_bytes }, index): readonly Figure[] => {
    const name = extname(ONE_FILE[index]?.[0] ?? "")
    return [
      { name: `one ${name} file above node`, value: wall_ms - node.wall_ms, unit: "ms", bar },
      { name: `one ${name} file above node, CPU`, value: cpu_ms - node.cpu_ms, unit: "ms" },
      { name: `one ${name} file, peak memory`, value: peak_bytes, unit: "bytes" },
    ]
  })
}

/** Throws when a run beside a busy processor finds anything else. */
async function thousandFiles(host: string, command: string, root: string): Promise<readonly Figure[]> {
  const { folder, count } = largeRepository(host, root)
  const run = { cwd: folder, args: [command, "check", "--format", "json"], codes: [0, 1] }
  const calm = observe(run)
  const burners = Array.from({ length: 2 * availableParallelism() }, () =>
    spawn(process.execPath, ["--eval", "for (;;) {}"], { stdio: "ignore" }),
  )
  let busy: ReturnType<typeof observe>
  try {
    busy = observe(run)
  } finally {
    for (const burner of burners) burner.kill("SIGKILL")
  }
  if (calm.stdout !== busy.stdout) throw new Error("check finds something else on a busy machine")
  const named = `${CHANGED} of ${count} files`
  const figuresOf = (name: string, { cpu_ms, wall_ms, peak_bytes }: ProcessCost): readonly Figure[] => [
    {
      name,
      value: wall_ms,
      unit: "ms",
      ...(name === named ? { bar: { at: "most", value: 8000 } as const } : {}),
    },
    { name: `${name}, CPU`, value: cpu_ms, unit: "ms" },
    { name: `${name}, peak memory`, value: peak_bytes, unit: "bytes" },
  ]
  return [
    ...figuresOf(named, calm.cost),
    ...figuresOf(`${named}, beside ${burners.length} busy processes`, busy.cost),
  ]
}

/** The files of this repository, of which a thousand got a line more. */
function largeRepository(host: string, root: string): { readonly folder: string; readonly count: number } {
  const folder = join(host, "large")
  const paths = git(root, "ls-files", "-z")
    .split("\0")
    .filter((path) => path !== "")
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  commitAll(folder)
  const sources = paths.filter((path) => /\.(?:[cm]?[jt]s|md)$/.test(path))
  const step = sources.length / CHANGED
  for (let index = 0; index < CHANGED; index += 1) {
    const path = sources[Math.floor(index * step)] ?? ""
    appendFileSync(join(folder, path), path.endsWith(".md") ? "\nRead again.\n" : "// Read again.\n")
  }
  return { folder, count: paths.length }
}

function commitAll(folder: string): void {
  git(folder, "init", "--quiet")
  git(folder, "add", "--all")
  const identity = ["-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "commit.gpgsign=false"]
  git(folder, ...identity, "commit", "--quiet", "-m", "first")
}

function git(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`)
  return stdout
}
