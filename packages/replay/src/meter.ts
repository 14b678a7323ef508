export { type BootstrapOptions, bootstrapInterval, type Interval } from "./meter/bootstrap.ts"
export {
  compareDetectors,
  type Intervals,
  type Meter,
  type MeteredPair,
  type MeteredRun,
  type MeterSide,
  meterRun,
} from "./meter/compare.ts"
export { type Episode, type Label, readLabels } from "./meter/labels.ts"
export {
  type Prediction,
  type Score,
  type ScoredRun,
  type ScoreOptions,
  scoreRun,
  sumScores,
} from "./meter/score.ts"
