import { readFileSync } from "node:fs"
import { call, type Called } from "../console/io.fixture.ts"

// A process whose environment its parent chose. Standard input lists calls, and standard output what each came to.
const calls = JSON.parse(readFileSync(0, "utf8")) as readonly { args: readonly string[]; cwd: string }[]
const results: Called[] = []
for (const { args, cwd } of calls) results.push(await call(args, { cwd }))
process.stdout.write(JSON.stringify(results))
