export { type ServedHooks, serveHooks, type ServeHooksOptions } from "./serve/serve_hooks.ts"
