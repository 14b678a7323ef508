import { onSqlite } from "../../../jobs/src/store/stores.fixture.ts"
import { storeLaws } from "./store_laws.fixture.ts"

onSqlite(storeLaws)
