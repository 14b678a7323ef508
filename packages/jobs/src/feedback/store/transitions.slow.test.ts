import { onPostgres } from "../../store/stores.fixture.ts"
import { transitionTests } from "./transitions.fixture.ts"

onPostgres(transitionTests)
