import { writeFileSync } from "node:fs"
import { assets_file, bundleAssets } from "./assets.ts"

writeFileSync(assets_file, await bundleAssets())
