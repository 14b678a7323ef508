import { homedir } from "node:os"
import type { EntryNames } from "./api_reports.ts"
import type { Check } from "./check_list.ts"
import { contentProblems } from "./contents.ts"
import { missingDataFiles } from "./data_files.ts"
import { publintProblems, typesProblems } from "./lint_tarball.ts"
import { optionalPeerProblems } from "./optional_peers.ts"
import { publishedPackages } from "./published.mjs"
import type { Tarball } from "./tarball.ts"

/** What can be seen in a tarball without installing it; `tarball` is asked for it by the package's name. */
export function tarballChecks(
  root: string,
  entries: readonly EntryNames[],
  tarball: (name: string) => Tarball,
): Check[] {
  const places = [root, `${homedir()}/`]
  return publishedPackages(root).flatMap(({ name, folder, manifest }) => {
    const has_types = entries.some(({ package_name }) => package_name === name)
    return [
      { name: `contents of ${name}`, run: () => contentProblems(tarball(name).files, places) },
      {
        name: `data files of ${name}`,
        run: () => missingDataFiles(folder, manifest.files, tarball(name).files),
      },
      { name: `publint on ${name}`, run: () => publintProblems(tarball(name)) },
      ...(has_types ? [{ name: `types of ${name}`, run: () => typesProblems(tarball(name)) }] : []),
      {
        name: `optional packages in the declarations of ${name}`,
        run: () => optionalPeerProblems(tarball(name).files),
      },
    ]
  })
}
