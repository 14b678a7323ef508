// npm run lab: one command for everything that measures.
import { root } from "../setup.mjs"
import { runLab } from "./command/lab.ts"
import { tools } from "./tools.ts"

const { code, stdout, stderr } = await runLab(process.argv.slice(2), tools, root)
if (stderr !== "") console.error(stderr)
if (stdout !== "") console.log(stdout)
process.exitCode = code
