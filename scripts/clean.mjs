import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { root } from "./setup.mjs"

// What `tsc -b` leaves behind for sources that are gone would be packed along.
const packages = readdirSync(join(root, "packages")).map((name) => join(root, "packages", name))
for (const folder of [...packages, join(root, "conformance")]) {
  rmSync(join(folder, "dist"), { recursive: true, force: true })
}
