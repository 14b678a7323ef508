import fc from "../../node_modules/fast-check/lib/fast-check.js"

fc.configureGlobal({ seed: 1, numRuns: 20 })

// oxlint-disable-next-line import/no-default-export -- stands for a module that has one
export default fc
