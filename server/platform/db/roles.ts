import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'

const suffix = '_app'

const maxNameBytes = 63

/** The password is null when the owner has none: then pg_hba.conf decides (trust, for example). */
type AppRole = { name: string; password: string | null }

/**
 * The restricted role of the server: it owns nothing, so row-level security applies to it. Its password is derived from the one in
 * DATABASE_URL, so that `migrate` and `serve` agree on it without storing it.
 */
export function appRole(url: string): AppRole {
  const { password, pathname } = new URL(url)
  const name = `${truncate(decodeURIComponent(pathname.slice(1)), maxNameBytes - suffix.length)}${suffix}`
  if (password === '') return { name, password: null }
  return { name, password: createHmac('sha256', decodeURIComponent(password)).update(name).digest('base64url') }
}

export function appRoleUrl(url: string): string {
  const { name, password } = appRole(url)
  const own = new URL(url)
  own.username = encodeURIComponent(name)
  own.password = password ?? ''
  return own.href
}

/** PostgreSQL counts bytes; half of a character must not remain. */
const truncate = (text: string, bytes: number) =>
  Buffer.from(text)
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\uFFFD+$/u, '')

export const connectTimeoutMs = 10_000

/** The URL of a role that row-level security applies to: DATABASE_URL itself, or the app role derived from it when it names an owner. */
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

/** invalid_password, and invalid_authorization_specification (no such role, or NOLOGIN). */
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

/** Creates the restricted role, or updates its password and grants. */
export async function grantAppRole(client: pg.Client, { name, password }: AppRole): Promise<void> {
  const role = pg.escapeIdentifier(name)
  await client.query('begin')
  try {
    await ensureRole(client, name)
    const secret = password === null ? 'null' : `'${scramVerifier(password)}'`
    await client.query(`alter role ${role} login password ${secret}`)
    // No parallel plans: a report of one company would otherwise use all cores.
    await client.query(`alter role ${role} set max_parallel_workers_per_gather = 0`)
    await client.query(grantsFor(role))
    if (await hasQueue(client)) await client.query(queueGrantsFor(role))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw explainMissingPrivilege(error, name)
  }
}

async function ensureRole(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  if (rowCount !== 0) return
  await client.query(
    `create role ${pg.escapeIdentifier(name)} nosuperuser nobypassrls nocreatedb nocreaterole noinherit`,
  )
}

const grantsFor = (role: string) => `
  grant usage on schema public, drizzle to ${role};
  grant select on all tables in schema drizzle to ${role};
  grant select, insert, update, delete on all tables in schema public to ${role};
  revoke update, delete on audit_log from ${role};
  revoke insert, update, delete on audit_chain from ${role};
  grant execute on function session_stamp, removed_accounts, search_orders, find_orders, find_skus, find_products, companies_that_wrote_to, shared_seller_accounts to ${role};
  alter default privileges in schema public grant select, insert, update, delete on tables to ${role}`

const queueGrantsFor = (role: string) => `
  grant usage on schema pgboss to ${role};
  grant select, insert, update, delete on all tables in schema pgboss to ${role};
  grant usage, select on all sequences in schema pgboss to ${role};
  grant execute on all functions in schema pgboss to ${role}`

async function hasQueue(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_namespace where nspname = 'pgboss'`)
  return rowCount === 1
}

const insufficientPrivilege = '42501'

function explainMissingPrivilege(error: unknown, name: string): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege) return error
  return new Error(
    `The user in DATABASE_URL may not set up "${name}", the role the server works as: give it CREATEROLE, or run npm run migrate as a user that has it`,
    { cause: error },
  )
}

const rounds = 4096

/** The SCRAM-SHA-256 verifier that PostgreSQL would store (RFC 5803), so that no statement log contains the password. */
export function scramVerifier(password: string, salt = randomBytes(16)): string {
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const keyed = (label: string) => createHmac('sha256', salted).update(label).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}
