export * from "./workspace.ts"
