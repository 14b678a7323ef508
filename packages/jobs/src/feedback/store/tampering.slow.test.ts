import { onPostgres } from "../../store/stores.fixture.ts"
import { tamperingTests } from "./tampering.fixture.ts"

onPostgres(tamperingTests)
