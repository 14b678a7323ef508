// Writes the pages of docs/ that are made from code: npm run docs
import { writeFile } from "node:fs/promises"
import { folder, pages } from "./pages.ts"

for (const [name, page] of Object.entries(pages)) {
  await writeFile(new URL(name, folder), await page())
  console.log(`docs/${name}`)
}
