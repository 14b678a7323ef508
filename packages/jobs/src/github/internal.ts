/** For packages of the same version: no promise holds for these names. */
export { type ListedRepository, listRepositories } from "./repository/list_repositories.ts"
