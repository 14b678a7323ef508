import { realpathSync } from "node:fs"
import { fileURLToPath } from "node:url"

const next = realpathSync(fileURLToPath(new URL("../node_modules/next", import.meta.url)))

/** @type {import("next").NextConfig} */
export default {
  // They start processes and read files, so Node loads them as they are.
  serverExternalPackages: ["@proofloop/presets", "@proofloop/runtime", "@proofloop/stdlib"],
  // The rest is for this checkout, where packages are links and tsc checks the types of all hosts.
  turbopack: { root: next.split("/examples/hosts/node_modules/")[0] },
  typescript: { ignoreBuildErrors: true },
}
