import { beforeEach } from "vitest"

/** Tests of how long something takes: a mutant that changes no result is not theirs to find. */
const MEASURES_WORK = /linear work|costs a look at 50 MB|survives any result|differ by little|4 Mi characters/

beforeEach(({ task, skip }) => {
  skip(MEASURES_WORK.test(task.name), "measures work")
})
