import { onSqlite } from "../../store/stores.fixture.ts"
import { tamperingTests } from "./tampering.fixture.ts"

onSqlite(tamperingTests)
