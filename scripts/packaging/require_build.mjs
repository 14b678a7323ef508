// `prepack` of every published package: nothing unbuilt is packed, and nothing by a tool that leaves `workspace:` as it is.
import { root } from "../setup.mjs"
import { buildProblem } from "./sources_stamp.mjs"

const packer = process.env.npm_config_user_agent ?? ""
const problem = packer.startsWith("pnpm/")
  ? buildProblem(root, process.cwd())
  : `only pnpm replaces the workspace: and catalog: versions in package.json: npx -y pnpm@10.34.9 pack`

if (problem !== null) {
  console.error(`not packed: ${problem}${packer.startsWith("pnpm/") ? "; run: npm run build" : ""}`)
  process.exitCode = 1
}
