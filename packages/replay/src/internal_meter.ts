/** For packages of the same version: no promise holds for these names. */
export type { Interval } from "./meter/bootstrap.ts"
export {
  type MeterSide,
  type MeteredPair,
  type MeteredRun,
  compareDetectors,
  meterRun,
} from "./meter/compare.ts"
export { readLabels } from "./meter/labels.ts"
