// Draws docs/images/demo.svg from a run of the demo.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../setup.mjs"
import { demoPicture } from "./demo_picture.ts"

writeFileSync(join(root, "docs/images/demo.svg"), await demoPicture())
