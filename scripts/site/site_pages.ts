import { existsSync, readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { markdownPages } from "../docs/markdown_page.ts"
import type { Page } from "./sidebar.ts"

/** The pages of the site: those whose links are checked, and every other page in the root of the checkout. */
export function sitePages(root: string): readonly Page[] {
  const pages = markdownPages()
  const known = new Set(pages.map(({ path }) => path))
  const others = readdirSync(root).filter((name) => name.endsWith(".md") && !known.has(name))
  return [...pages, ...others.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))]
}

/** A version of the docs: what the package is called, and where its site is. */
export interface Version {
  readonly version: string
  readonly link: string
}

/** The version of the package these docs are of. */
export function currentVersion(root: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, "packages/proofloop/package.json"), "utf8"))
  return isVersioned(manifest) ? manifest.version : ""
}

/** Older versions whose site is kept somewhere, newest first: `site/versions.json`. */
export function olderVersions(root: string): readonly Version[] {
  const file = join(root, "site/versions.json")
  const list: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : []
  return Array.isArray(list) ? list.filter(isVersion) : []
}

function isVersioned(value: unknown): value is { readonly version: string } {
  return (
    typeof value === "object" && value !== null && "version" in value && typeof value.version === "string"
  )
}

function isVersion(value: unknown): value is Version {
  return isVersioned(value) && "link" in value && typeof value.link === "string"
}
