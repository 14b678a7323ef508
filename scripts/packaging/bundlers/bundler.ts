/** What is bundled: programs by name, each the path of a script in `folder`, into files of these names in `out`. */
export interface BundleJob {
  readonly folder: string
  readonly programs: Readonly<Record<string, string>>
  readonly out: string
}

/** A bundler as a host of the packages sets it up for Node.js: nothing is external but what Node.js brings. */
export interface Bundler {
  readonly name: string
  /** Of the files it writes. */
  readonly extension: "cjs" | "mjs"
  /** Rejects when it fails; resolves to what it warns of, in lines. */
  readonly bundle: (job: BundleJob) => Promise<readonly string[]>
}
