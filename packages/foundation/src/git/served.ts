/**
 * The option by which git serves a folder's repository. The folder may belong to another user, as in many CI
 * containers; the serving process accepts that only from its own command line. It also keeps git before 2.45 from
 * fetching missing objects with a program that the repository names.
 */
export function servedBy(service: "upload-pack" | "receive-pack"): string {
  return `--${service}=GIT_ALLOW_PROTOCOL=none GIT_NO_LAZY_FETCH=1 git -c 'safe.directory=*' ${service}`
}
