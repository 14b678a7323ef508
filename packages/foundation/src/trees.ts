export { clearWay, copyWorkTree } from "./trees/copy_installed.ts"
export { linkInstalled } from "./trees/link_installed.ts"
export { ForeignPackageError, requireOwnPackages } from "./trees/own_links.ts"
export {
  type PreparedStep,
  type PreparedTree,
  prepareTree,
  type PrepareOptions,
  SetupError,
} from "./trees/prepare_tree.ts"
export { detectSetup } from "./trees/setup.ts"
export type { Setup } from "./trees/setup_place.ts"
