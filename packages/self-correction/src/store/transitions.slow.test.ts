import { onPostgres } from "../../../jobs/src/store/stores.fixture.ts"
import { transitionTests } from "./transitions.fixture.ts"

onPostgres(transitionTests)
