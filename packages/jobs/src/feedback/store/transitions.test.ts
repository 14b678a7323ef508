import { onSqlite } from "../../store/stores.fixture.ts"
import { transitionTests } from "./transitions.fixture.ts"

// @requirement self-correction.states
onSqlite(transitionTests)
