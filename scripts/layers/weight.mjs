import { spawnSync } from "node:child_process"

const IS_SHIPPED = /^packages\/(?!.*(?:\.test\.ts|\.test-d\.ts)$)(?!.*fixture).*\.ts$/

/**
 * What the tree weighs: lines by folder as `{ "shipped packages/jobs": 8320 }`, words of docs, npm scripts. Of tracked files
 * in the work tree, or as a commit has them. Throws where git does not answer.
 */
export function weigh(root, commit) {
  const lines = {}
  for (const [path, count] of lineCounts(root, commit)) {
    const part = partOf(path)
    lines[part] = (lines[part] ?? 0) + count
  }
  return { lines, words_of_docs: wordsOfDocs(root, commit), npm_scripts: npmScripts(root, commit) }
}

/** Sums of `lines`: shipped ones and all. */
export function sumsOf(lines) {
  const sum = (parts) => parts.reduce((total, [, count]) => total + count, 0)
  const parts = Object.entries(lines)
  return { shipped: sum(parts.filter(([part]) => part.startsWith("shipped "))), tracked: sum(parts) }
}

function partOf(path) {
  const [folder, name] = path.split("/")
  if (folder === "packages") return `${IS_SHIPPED.test(path) ? "shipped" : "beside"} packages/${name}`
  return name === undefined ? "files at the top" : folder
}

function lineCounts(root, commit) {
  const prefix = commit === undefined ? "" : `${commit}:`
  const fields = git(root, ["grep", "-caz", "", ...revision(commit), "--", "."]).split(/[\0\n]/)
  const counts = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    counts.push([fields[at].slice(prefix.length), Number(fields[at + 1])])
  }
  return counts
}

function wordsOfDocs(root, commit) {
  const text = git(root, ["grep", "-ha", "", ...revision(commit), "--", "docs/*.md", "README.md"])
  return text.split(/\s+/).filter(Boolean).length
}

function npmScripts(root, commit) {
  const manifest = git(root, ["show", `${commit ?? ""}:package.json`])
  return Object.keys(JSON.parse(manifest).scripts).length
}

function revision(commit) {
  return commit === undefined ? [] : [commit]
}

export function git(root, args) {
  const { status, stdout, stderr } = spawnSync("git", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`)
  return stdout
}
