import { serveHooks } from "./serve_hooks.ts"

const { url, token } = await serveHooks({ words: ["--hold"], home: process.argv[2] ?? "", version: "1" })
process.stdout.write(`${url} ${token}\n`)
