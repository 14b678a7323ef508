#!/usr/bin/env node
import { fileURLToPath } from "node:url"
import { checkBudgets } from "./layers/budgets.mjs"
import { sumsOf, weigh } from "./layers/weight.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const commits = process.argv.slice(2)

if (commits.length === 0) {
  const { weight, problems } = await checkBudgets(root)
  show([weight])
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
} else {
  console.log(`${"".padEnd(32)}${commits.map((commit) => commit.padStart(12)).join("")}`)
  show(commits.map((commit) => weigh(root, commit)))
}

function show(weights) {
  const parts = new Set(weights.flatMap(({ lines }) => Object.keys(lines)))
  for (const part of [...parts].toSorted((one, other) => one.localeCompare(other)))
    row(part, ({ lines }) => lines[part] ?? 0)
  row("shipped lines", ({ lines }) => sumsOf(lines).shipped)
  row("tracked lines", ({ lines }) => sumsOf(lines).tracked)
  row("words of docs", ({ words_of_docs }) => words_of_docs)
  row("npm scripts", ({ npm_scripts }) => npm_scripts)

  function row(name, read) {
    console.log(`${name.padEnd(32)}${weights.map((weight) => String(read(weight)).padStart(12)).join("")}`)
  }
}
