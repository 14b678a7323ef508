#!/usr/bin/env node
import { fileURLToPath } from "node:url"
import { checkReferences } from "./references/check.mjs"

const root = process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url))
const { files, problems } = checkReferences(root)
for (const { path, line, message } of problems) console.log(`${path}:${line}  ${message}`)
console.log(`${files} files, ${problems.length} ${problems.length === 1 ? "problem" : "problems"}`)
process.exitCode = problems.length === 0 ? 0 : 1
