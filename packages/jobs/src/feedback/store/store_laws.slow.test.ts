import { onPostgres } from "../../store/stores.fixture.ts"
import { storeLaws } from "./store_laws.fixture.ts"

onPostgres(storeLaws)
