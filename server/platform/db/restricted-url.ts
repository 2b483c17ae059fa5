import pg from 'pg'
import { appRoleUrl } from './app-role.ts'

export const connectTimeoutMs = 10_000

/** DATABASE_URL may name an owner; the server never works as one. */
export async function findRestrictedUrl(url: string): Promise<string> {
  if (await isRestricted(url)) return url
  const derived = appRoleUrl(url)
  const isSafe = await isRestricted(derived).catch((error: unknown) => {
    throw authenticationErrors.has(codeOf(error)) ? new Error(notPrepared, { cause: error }) : error
  })
  if (!isSafe)
    throw new Error(`The role ${new URL(derived).username} must own nothing and not bypass row-level security`)
  return derived
}

const notPrepared = 'The database is not prepared: run npm run migrate'

/** Wrong password, and a role that does not exist or may not sign in. */
const authenticationErrors = new Set<unknown>(['28P01', '28000'])

const codeOf = (error: unknown): unknown => (error instanceof pg.DatabaseError ? error.code : undefined)

const isRestricted = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ restricted: boolean }>(`
      select not (rolsuper or rolbypassrls or pg_has_role(datdba, 'member') or exists (
        select from pg_tables where schemaname = 'public' and pg_has_role(tableowner, 'member')
      )) as restricted
      from pg_roles, pg_database
      where rolname = current_user and datname = current_database()`)
    return rows[0]?.restricted === true
  })

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectTimeoutMs })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
