/** For packages of the same version: no promise holds for these names. */
export { readDeclaredDependencies } from "./repository/declared_dependencies.ts"
export { type EditHunk, editText } from "./workspace/edit_text.ts"
export type { Patch, PatchOptions } from "./workspace/patch/patch.ts"
