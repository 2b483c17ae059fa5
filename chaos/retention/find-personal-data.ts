import { isDeepStrictEqual } from 'node:util'
import type { OrderDetail } from '#contract/orders.ts'
import { mapConcurrent } from '#server/platform/concurrency.ts'
import {
  encryptionContext,
  secretContext,
  sessionContext,
  sharedCacheContext,
  type EncryptedColumn,
} from '#server/platform/crypto/encrypted-columns.ts'
import { withClient } from '#server/testing/postgres.ts'
import type { TestSystem } from '../harness/system.ts'
import type { Person } from './place-orders.ts'

/** Orders of which a part is erased and a part is not. */
export const findHalves = ({ postgres }: TestSystem): Promise<string[]> =>
  withClient(postgres.url, async (client) => {
    const { rows } = await client.query<{ what: string }>(`
      select o.external_order_id || ' is half erased' as what
      from orders o join customers c on c.id = o.customer_id
      join customer_addresses a on a.id = o.shipping_address_id
      cross join lateral (select
        exists (select from webhook_events e where e.order_id = o.id and e.payload <> '') as payload,
        exists (select from order_events e where e.order_id = o.id and num_nonnulls(e.reason, e.details) > 0) as words,
        exists (select from notifications n where n.order_id = o.id and n.recipient <> '') as message) has
      where case when o.erased_at is not null
        then num_nonnulls(o.customer_name, o.notes, o.hold_reason, a.recipient_name, a.line1, a.line2, a.city) > 0
          or has.payload or has.words or has.message
        else num_nulls(o.customer_name, o.notes, c.email, c.phone, c.first_name, a.recipient_name, a.line1, a.city) > 0
          or not has.payload end`)
    return rows.map(({ what }) => what)
  })

/** What must be the same after the erasing as before: orders, lines, states, amounts, what was sold when. */
export const readFigures = ({ postgres }: TestSystem): Promise<string> =>
  withClient(postgres.url, async (client) => {
    const { rows } = await client.query<{ figures: string }>(`select jsonb_build_array(
      (select jsonb_agg(x) from (select status, count(*), sum(total), sum(subtotal) from orders group by 1 order by 1) x),
      (select jsonb_agg(x) from (select id, order_number, placed_at, closed_at, status from orders order by id) x),
      (select jsonb_agg(x) from (select * from order_items order by id) x),
      (select jsonb_agg(x) from (select slot, sum(orders) o, sum(cancelled) c, sum(units) u, sum(revenue) r
        from sales_slots group by 1 order by 1) x),
      (select jsonb_agg(x) from (select day, sku_id, sum(units) u from sku_sales group by 1, 2 order by 1, 2) x),
      (select jsonb_agg(x) from (select country, count(*) from customer_addresses group by 1 order by 1) x)
    )::text as figures`)
    return rows[0]?.figures ?? ''
  })

/** The orders as the product shows them to operations. */
export async function readOrders(person: Person, ids: readonly string[]): Promise<Map<string, OrderDetail>> {
  const shown = new Map<string, OrderDetail>()
  await mapConcurrent(8, ids, async (id) => {
    const reply = await person('GET', `/api/orders/${id}`)
    if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text.slice(0, 300)}`)
    shown.set(id, reply.json() as OrderDetail)
  })
  return shown
}

export const findChanged = (before: Map<string, OrderDetail>, after: Map<string, OrderDetail>): string[] =>
  [...before].filter(([id, order]) => !isDeepStrictEqual(order, after.get(id))).map(([id]) => `${id} is not as it was`)

/** What still stands in an order that is to be erased, as the product shows it. */
export const findShown = (orders: Map<string, OrderDetail>): string[] =>
  [...orders].flatMap(([id, order]) => {
    const { customer, shippingAddress, customerName, notes, holdReason, erasedAt, timeline } = order
    const { country: _country, id: _addressId, ...address } = { country: null, id: null, ...shippingAddress }
    const { id: _customerId, ...person } = { id: null, ...customer }
    const said = timeline.map(({ reason }) => reason)
    const left = [customerName, notes, holdReason, ...Object.values(address), ...Object.values(person), ...said]
    const isErased = erasedAt !== null && left.every((value) => (value ?? false) === false)
    return isErased ? [] : [`${id} is still shown: ${JSON.stringify(left)}`]
  })

export type Opened = { plain: string[]; shut: string[] }

const sealedText = /v1\.[\w-]{8}\.[\w-]{16}\.[\w-]{22,}/g

/** Opens every sealed text of every column with the product's own key, as whoever has key and dump would. */
export const openEverything = ({ postgres, deps: { vault } }: TestSystem): Promise<Opened> =>
  withClient(postgres.url, async (client) => {
    const opened: Opened = { plain: [], shut: [] }
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_stat_user_tables where schemaname = 'public'`,
    )
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from "${name}" t`,
      )
      for (const { row } of rows) {
        for (const [column, value] of Object.entries(row)) {
          const text = typeof value === 'string' ? value : JSON.stringify(value)
          for (const [sealed] of text.matchAll(sealedText)) {
            const plain = contextsOf(`${name}.${column}`, row).flatMap((context) =>
              tryTo(() => vault.decrypt(sealed, context)),
            )
            if (plain.length > 0) opened.plain.push(...plain)
            else opened.shut.push(`a text in ${name}.${column} did not open`)
          }
        }
      }
    }
    return opened
  })

/** What a text may be bound to: its row in its column, or one of the platform's own names. */
function contextsOf(column: string, row: Record<string, unknown>): string[] {
  const of = (name: string) => (typeof row[name] === 'string' ? row[name] : '')
  return [
    encryptionContext(column as EncryptedColumn, { companyId: of('company_id'), id: of('id') }),
    secretContext(of('name')),
    sessionContext(of('sid')),
    sharedCacheContext(of('key')),
  ]
}

function tryTo<T>(work: () => T): T[] {
  try {
    return [work()]
  } catch {
    return []
  }
}
