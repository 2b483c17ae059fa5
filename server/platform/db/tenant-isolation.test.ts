import pg from 'pg'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  readCatalogue,
  type TableFacts,
  insertionOf,
  insertOneRowPerTable,
  findIsolationGaps,
  platformTables,
} from '#server/testing/schema-inspection.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { newId } from '../ids.ts'

const ours = { companyId: newId(), rowId: newId() }
const theirs = { companyId: newId(), rowId: newId() }

let test: TestDatabase
let admin: pg.Client
let tables: TableFacts[]
let companyTables: TableFacts[]

beforeAll(async () => {
  test = await createTestDatabase()
  admin = new pg.Client({ connectionString: test.adminUrl })
  await admin.connect()
  tables = await readCatalogue(admin)
  companyTables = tables.filter(({ name }) => !platformTables.includes(name))
  await insertOneRowPerTable(admin, tables, [ours, theirs])
})

afterAll(async () => {
  await admin.end()
  await test.drop()
})

/** Each table with the number of its rows that the server's role sees. */
async function countRows(within: <T>(work: (count: (table: string) => Promise<number>) => Promise<T>) => Promise<T>) {
  return within(async (count) => {
    const seen: Record<string, number> = {}
    for (const { name } of tables) seen[name] = await count(name)
    return seen
  })
}

const expected = (rows: (name: string) => number) => Object.fromEntries(tables.map(({ name }) => [name, rows(name)]))

const codeOf = (error: unknown) => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof pg.DatabaseError ? { code: cause.code, constraint: cause.constraint } : error
}

const refusalOf = (work: Promise<unknown>) => work.then(() => 'accepted', codeOf)

const rowSecurity = { code: '42501', constraint: undefined }

describe('the database catalog', () => {
  it('isolates every table between companies', () => {
    expect(tables.length).toBeGreaterThan(platformTables.length)
    expect(findIsolationGaps(tables)).toEqual([])
  })

  it('has every platform table that is listed', () => {
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(platformTables))
  })

  it('gives the server a role that owns nothing and cannot bypass row-level security', async () => {
    const { rows } = await test.db.pool.query(`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
        (select count(*)::int from pg_class where relowner = pg_roles.oid) as owned,
        (select count(*)::int from pg_auth_members where member = pg_roles.oid) as memberships
      from pg_roles where rolname = current_user`)
    expect(rows).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, owned: 0, memberships: 0 },
    ])
  })
})

describe('a transaction', () => {
  it('without a company sees no row of any table', async () => {
    const count = async (name: string) =>
      Number((await test.db.pool.query(`select count(*) from ${name}`)).rows[0].count)
    expect(await countRows((work) => work(count))).toEqual(expected(() => 0))
  })

  it('of a company sees its own rows and no others', async () => {
    const seen = await countRows((work) =>
      test.db.inCompany(ours.companyId, (tx) =>
        work(async (name) => {
          const { rows } = await tx.execute(sql`select * from ${sql.identifier(name)}`)
          const foreign = rows.filter((row) => ![row['company_id'], row['id']].includes(ours.companyId))
          return foreign.length > 0 ? Number.NaN : rows.length
        }),
      ),
    )
    const closed = [
      'refusal_counts',
      'restores',
      'sessions',
      'shared_tallies',
      'shared_texts',
      'shared_turns',
      'vault_secrets',
    ]
    expect(seen).toEqual(expected((name) => (closed.includes(name) ? 0 : 1)))
  })

  it('of the platform sees companies, their settings, people, handles, due syncs and the audit log, and no other data of a company', async () => {
    const open = [
      ...platformTables,
      'audit_chain',
      'audit_log',
      'company_settings',
      'contact_confirmations',
      'message_counts',
      'security_notices',
      'sync_schedules',
    ]
    const seen = await countRows((work) =>
      test.db.onPlatform((tx) =>
        work(async (name) =>
          Number((await tx.execute(sql`select count(*) from ${sql.identifier(name)}`)).rows[0]?.['count']),
        ),
      ),
    )
    expect(seen).toEqual(expected((name) => (open.includes(name) ? 2 : 0)))
  })
})

describe('a row', () => {
  /** Platform tables whose rows a company may write, if they are its own. */
  const writableTables = () => tables.filter(({ name }) => name === 'users')

  it('of another company is refused by every table', async () => {
    const stranger = { companyId: theirs.companyId, rowId: newId() }
    for (const table of [...companyTables, ...writableTables()]) {
      const { text, values } = insertionOf(table, stranger)
      const insertion = ownTransaction((client) => client.query(text, values))
      expect([table.name, await refusalOf(insertion)]).toEqual([table.name, rowSecurity])
    }
  })

  it('cannot be moved to another company', async () => {
    for (const { name } of [...companyTables, ...writableTables()].filter((table) => table.name !== 'audit_log')) {
      const move = ownTransaction((client) => client.query(`update ${name} set company_id = $1`, [theirs.companyId]))
      expect([name, await refusalOf(move)]).toEqual([name, rowSecurity])
    }
  })

  it('cannot point to a row of another company', async () => {
    const links = companyTables.flatMap((table) =>
      table.foreignKeys.flatMap((key) =>
        key.columns[1] ? [{ ...key, table: table.name, column: key.columns[1] }] : [],
      ),
    )
    expect(links.length).toBeGreaterThan(30)
    for (const { table, column, name } of links) {
      const pointing = ownTransaction((client) => client.query(`update ${table} set ${column} = $1`, [theirs.rowId]))
      expect([name, await refusalOf(pointing)]).toEqual([name, { code: '23503', constraint: name }])
    }
  })

  it('of the audit log can be neither changed nor deleted', async () => {
    for (const text of [`update audit_log set action = 'x'`, 'delete from audit_log', 'truncate audit_log']) {
      expect(await refusalOf(ownTransaction((client) => client.query(text)))).toEqual(rowSecurity)
    }
  })

  /** Rolled back at the end, so that each attempt finds the rows as they were. */
  async function ownTransaction(work: (client: pg.PoolClient) => Promise<unknown>) {
    const client = await test.db.pool.connect()
    try {
      await client.query(`begin; set local app.company_id = '${ours.companyId}'`)
      return await work(client)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
})

describe('the checker', () => {
  const wall = `company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)`
  const walled = `
    alter table careless enable row level security;
    alter table careless force row level security;
    create policy company on careless using (${wall}) with check (${wall});`

  it.each([
    ['create table careless (company_id uuid not null, id uuid, primary key (company_id, id))', 'has no policy'],
    [
      'create table careless (company_id uuid not null, id uuid, primary key (company_id, id))',
      'has no row-level security',
    ],
    [
      `create table careless (company_id uuid not null, id uuid, primary key (company_id, id));
       ${walled.replace('alter table careless force row level security;', '')}`,
      'does not force row-level security on its owner',
    ],
    [`create table careless (id uuid primary key, company_id uuid); ${walled}`, 'has no company_id that is never null'],
    [
      `create table careless (id uuid primary key, company_id uuid not null); ${walled}`,
      'has a key that does not begin with company_id: careless_pkey',
    ],
    [
      `create table careless (company_id uuid not null, id uuid, name text unique, primary key (company_id, id)); ${walled}`,
      'has a key that does not begin with company_id: careless_name_key',
    ],
    [
      `create table careless (company_id uuid not null, id uuid references users, primary key (company_id, id)); ${walled}`,
      'has a key that does not begin with company_id: careless_id_fkey',
    ],
    [
      `create table careless (company_id uuid not null, id uuid, order_id uuid, primary key (company_id, id),
         foreign key (company_id, order_id) references orders); ${walled}`,
      'has no index for careless_company_id_order_id_fkey',
    ],
    [
      `create table careless (company_id uuid not null, id uuid, primary key (company_id, id)); ${walled}
       create policy everybody on careless using (true)`,
      'has a policy of its own: everybody',
    ],
    [
      `create table careless (company_id uuid not null, id uuid, primary key (company_id, id));
       ${walled.replaceAll(wall, 'true')}`,
      'has no policy that compares company_id with app.company_id',
    ],
    [`create table careless (company_id uuid not null); ${walled}`, 'has no primary key'],
    [
      `create table careless (company_id uuid not null, id uuid, primary key (company_id, id)); ${walled}
       create policy owner_window on careless for select using (true)`,
      'has a window that is not for its owner alone, to read',
    ],
  ])('reports: %s', async (flawed, gap) => {
    await admin.query('begin')
    try {
      await admin.query(flawed)
      expect(findIsolationGaps(await readCatalogue(admin))).toContain(`careless ${gap}`)
    } finally {
      await admin.query('rollback')
    }
  })
})
