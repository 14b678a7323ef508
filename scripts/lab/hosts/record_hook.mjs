// Stands in place of the Node that runs hooks: keeps what the host sent and what it was answered.
import { spawnSync } from "node:child_process"
import { appendFileSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const [program, ...words] = process.argv.slice(2)
const input = readFileSync(0)
const { stdout, status } = spawnSync(process.execPath, [program, ...words], { input })
const line = { words, input: input.toString("utf8"), answer: stdout.toString("utf8"), status }
appendFileSync(join(dirname(program), "recorded.jsonl"), `${JSON.stringify(line)}\n`)
process.stdout.write(stdout)
process.exitCode = status ?? 0
