import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { packageFolder } from "@proofloop/foundation/files"
import { loadYaml } from "../load_yaml.ts"
import type { Toolchain } from "./toolchain.ts"

/** What the cases of a repository start from. */
export interface Repository {
  readonly toolchain: Toolchain
  /** Command line of the check. */
  readonly verify: string
  readonly files: Readonly<Record<string, string>>
}

/** Reads `forged/repositories/<name>.yaml` of this package, once a process. Rejects when there is none. */
export async function loadRepository(name: string): Promise<Repository> {
  const loading = loaded.get(name) ?? readRepository(name)
  loaded.set(name, loading)
  return loading
}

const loaded = new Map<string, Promise<Repository>>()

async function readRepository(name: string): Promise<Repository> {
  const folder = packageFolder("@proofloop/conformance", import.meta.url)
  const text = await readFile(join(folder, "forged", "repositories", `${name}.yaml`), "utf8")
  const { parse } = await loadYaml()
  return parse(text) as Repository
}
