import pg from 'pg'
import type { AppRole } from './app-role.ts'
import { scramVerifier } from './scram.ts'

/** Makes the role the server works as, or brings its password and rights up to date. */
export async function grantAppRole(client: pg.Client, { name, password }: AppRole): Promise<void> {
  const role = pg.escapeIdentifier(name)
  await client.query('begin')
  try {
    await ensureRole(client, name)
    const secret = password === null ? 'null' : `'${scramVerifier(password)}'`
    await client.query(`alter role ${role} login password ${secret}`)
    // A statement takes one core: parallel ones of one company's report would take everybody's.
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
  grant execute on function session_stamp, search_orders, find_orders, find_skus, find_products, companies_that_wrote_to to ${role};
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
