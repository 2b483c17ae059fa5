import { migrate } from '#server/platform/db/migrate.ts'
import { appRoleUrl } from '#server/platform/db/roles.ts'

type Print = (line: string) => void

const printUrl = '--print-url'

/**
 * `npm run migrate`: migrates the database and says which DATABASE_URL the server should have. Its password is masked, because this
 * output often ends in the log of a release; `--print-url` prints the whole URL, alone on standard output, for a secret store.
 */
export async function migrateCommand(
  databaseUrl: string,
  args: readonly string[],
  { print, explain }: { print: Print; explain: Print },
): Promise<void> {
  const isForStore = args.length === 1 && args[0] === printUrl
  if (args.length > 0 && !isForStore) throw new Error(`Say nothing, or ${printUrl} for the server's DATABASE_URL.`)
  const tell = isForStore ? explain : print
  const { applied } = await migrate(databaseUrl, {
    onRetry: (attempt) => tell(`Somebody holds what has to be changed. Trying again (${attempt})…`),
  })
  tell(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
  const serverUrl = appRoleUrl(databaseUrl)
  if (isForStore) return print(serverUrl)
  const masked = maskPassword(serverUrl)
  tell(`Give serve and worker the restricted role: DATABASE_URL=${masked}`)
  if (masked !== serverUrl) tell(`npm run migrate -- ${printUrl} prints it with its password.`)
}

function maskPassword(url: string): string {
  const masked = new URL(url)
  if (masked.password !== '') masked.password = '***'
  return masked.href
}
