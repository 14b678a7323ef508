export type { BootstrapOptions, Interval } from "./meter/bootstrap.ts"
export {
  compareDetectors,
  type Meter,
  type MeteredPair,
  type MeteredRun,
  type MeterSide,
  meterRun,
} from "./meter/compare.ts"
export { type Label, readLabels } from "./meter/labels.ts"
