// Writes what is made from code in the docs: npm run docs
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { root } from "../setup.mjs"
import { markdownPages } from "./markdown_page.ts"
import { folder, pages } from "./pages.ts"
import { withOutputs } from "./snippets.ts"

for (const [name, page] of Object.entries(pages)) {
  await writeFile(new URL(name, folder), await page())
  console.log(`docs/${name}`)
}
for (const { path, text } of await withOutputs(markdownPages())) {
  await writeFile(join(root, path), text)
  console.log(`${path}: what its programs print`)
}
