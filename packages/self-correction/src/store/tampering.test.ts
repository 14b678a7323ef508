import { onSqlite } from "../../../jobs/src/store/stores.fixture.ts"
import { tamperingTests } from "./tampering.fixture.ts"

onSqlite(tamperingTests)
