import { onSqlite } from "../../store/stores.fixture.ts"
import { storeLaws } from "./store_laws.fixture.ts"

onSqlite(storeLaws)
