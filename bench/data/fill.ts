import pg from 'pg'
import { loadDemo } from '#server/demo/load-demo.ts'
import { systemClock } from '#server/platform/clock.ts'
import { appRole } from '#server/platform/db/roles.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { withClient } from '#server/testing/postgres.ts'
import { fillCatalogue } from './catalogue.ts'
import { fillOrders } from './orders.ts'
import { companyCount, shareOut, type Size } from './sizes.ts'

/** A user of a medium-sized company. */
const neighbourEmail = 'neighbour@lockstep.test'
const neighbourRank = 10

/** Their indexes are rebuilt after filling: seconds instead of minutes. */
const tablesOfOrders = ['orders', 'order_items', 'fulfillments', 'customers', 'attention_items', 'order_search']

/** Fills an empty database: the demo company is the large one, with 19 neighbors. */
export async function fillSet(url: string, size: Size): Promise<void> {
  await migrate(url)
  const db = await openDatabase(url)
  await loadDemo(db, systemClock)
  await db.close()
  await withClient(url, async (owner) => {
    await owner.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'`)
    const companies = await addNeighbours(owner)
    const [orders, skus] = [shareOut(size.orders), shareOut(size.skus)]
    for (const [rank, companyId] of companies.entries()) await fillCatalogue(owner, companyId, skus[rank] ?? 0)
    await owner.query('analyze skus')
    await withoutIndexes(owner, async () => {
      for (const [rank, companyId] of companies.entries()) await fillOrders(owner, companyId, orders[rank] ?? 0)
      await owner.query(`call fill_order_search()`)
    })
    await rebuildCounters(owner)
    // The role is named after the database, so each copy creates its own.
    await owner.query(`drop owned by ${pg.escapeIdentifier(appRole(url).name)}`)
    await owner.query('vacuum (freeze, analyze)')
  })
}

/** All companies, the largest first. */
async function addNeighbours(owner: pg.Client): Promise<string[]> {
  const { rows: first } = await owner.query<{ id: string }>('select id from companies')
  const { rows: others } = await owner.query<{ id: string }>(
    `with made as (
       insert into companies (id, name) select new_id(), 'Neighbour ' || n from generate_series(2, ${companyCount}) n returning id, name
     ), settings as (insert into company_settings (company_id) select id from made)
     select id from made order by substr(name, 11)::int`,
  )
  const companies = [...first, ...others].map(({ id }) => id)
  await owner.query(
    `insert into users (id, email, role, company_id, first_name) values (new_id(), $2, 'ops', $1, 'Nadia')`,
    [companies[neighbourRank - 1], neighbourEmail],
  )
  return companies
}

/** Also without triggers and foreign-key checks (session_replication_role). */
async function withoutIndexes(owner: pg.Client, fill: () => Promise<void>): Promise<void> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not indisunique`,
    [tablesOfOrders],
  )
  await owner.query(`drop index ${rows.map(({ name }) => name).join(', ')}`)
  await owner.query(`set session_replication_role = 'replica'`)
  await fill()
  await owner.query(`set session_replication_role = 'origin'`)
  for (const { definition } of rows) await owner.query(definition)
  await owner.query(`analyze ${tablesOfOrders.join(', ')}`)
}

/** Computes the counters that triggers would have maintained. */
async function rebuildCounters(owner: pg.Client): Promise<void> {
  await owner.query(`set session_replication_role = 'replica'`)
  await owner.query('select recount_sales()')
  await owner.query(`set session_replication_role = 'origin'`)
  await owner.query('delete from order_tallies')
  await owner.query(
    `insert into order_tallies (company_id, id, channel_id, status, change)
     select company_id, new_id(), channel_id, status, count(*) from orders group by company_id, channel_id, status`,
  )
}
