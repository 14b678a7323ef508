import { cp, mkdtemp, realpath, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commitPaths, initRepository, requireGit } from "@proofloop/foundation/git"
import { scriptedModel } from "@proofloop/runtime/testing"
import { afterEach } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import type { Forge } from "../../forge/forge.ts"
import { localForge } from "../../forge/local_forge.ts"
import { openRunStore, type RunStore } from "../run_store.ts"
import { GOOD_WORK, PLAN, SHOP_FILES, workerModel } from "../shop.fixture.ts"
import type { FleetOptions } from "./fleet.ts"
import type { FleetRepository } from "./repositories.ts"

const folders: string[] = []
const stores: RunStore[] = []

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close()
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

export interface Shops {
  readonly folder: string
  readonly options: FleetOptions
  readonly events: (FleetOptions["on_event"] extends ((event: infer Event) => void) | undefined
    ? Event
    : never)[]
  /** A second store on the same file, as another process has it. */
  readonly open: () => Promise<RunStore>
}

/** A fleet of shops, each a bare repository, whose runs need no sandbox and wait for no CI. */
export async function shopsOf(
  count: number,
  given: Partial<FleetOptions> & {
    readonly seen?: (forge: Forge, repository: FleetRepository) => Forge
  } = {},
): Promise<Shops> {
  const { seen = (forge) => forge, ...options } = given
  const folder = await realpath(await mkdtemp(join(tmpdir(), "proofloop fleet ")))
  folders.push(folder)
  const [root, first] = [join(folder, "work"), join(folder, "shop-0.git")]
  await addFiles(root, SHOP_FILES)
  await initRepository(root)
  await commitPaths(root, Object.keys(SHOP_FILES), "first")
  await requireGit(folder, ["init", "--quiet", "--bare", "--initial-branch=main", "--template=", first])
  await requireGit(root, ["push", "--quiet", first, "main"])
  for (let number = 1; number < count; number += 1)
    await cp(first, join(folder, `shop-${number}.git`), { recursive: true })
  const open = async () => {
    const store = await openRunStore(join(folder, "jobs.db"))
    stores.push(store)
    return store
  }
  const events: Shops["events"] = []
  return {
    folder,
    events,
    open,
    options: {
      store: await open(),
      repositories: Array.from({ length: count }, (_, number) => ({
        url: join(folder, `shop-${number}.git`),
        base: null,
        switches: ["no_ci_watch", "no_self_review"],
      })),
      forgeFor: async (repository) => seen(localForge({ repository: repository.url }), repository),
      model: workerModel(GOOD_WORK),
      models: { planner: scriptedModel(() => ({ text: JSON.stringify(PLAN) })) },
      state_dir: join(folder, "state"),
      unsafe_host_runner: true,
      setup: "",
      on_event: (event) => events.push(event),
      ...options,
    },
  }
}
