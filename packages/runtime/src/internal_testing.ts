/** For packages of the same version: no promise holds for these names. */
export type { ScriptedCall } from "./models/scripted.ts"
