// Writes api/, the committed reports of what each public entry offers: npm run api
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../setup.mjs"
import { API_FOLDER, apiReports } from "./api_reports.ts"

const folder = join(root, API_FOLDER)
const reports = apiReports(root)
mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder)) {
  if (!reports.some(({ file }) => file === name)) rmSync(join(folder, name))
}
for (const { file, text } of reports) {
  writeFileSync(join(folder, file), text)
  console.log(`${API_FOLDER}/${file}`)
}
