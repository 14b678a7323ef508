/** For packages of the same version: no promise holds for these names. */
export { type AiSdkStep, outcomesOf } from "./bridges/ai_sdk/step.ts"
