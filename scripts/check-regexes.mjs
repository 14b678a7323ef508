#!/usr/bin/env node
import { fileURLToPath } from "node:url"
import { checkRegexes } from "./regexes/check.mjs"

const root = process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url))
const { regexes, problems } = checkRegexes(root)
for (const { path, line, message } of problems) console.log(`${path}:${line}  ${message}`)
console.log(
  `${regexes} regular expressions, ${problems.length} ${problems.length === 1 ? "problem" : "problems"}`,
)
process.exitCode = problems.length === 0 ? 0 : 1
