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

/** Orders that are erased in part only. */
export const findHalfErased = ({ postgres }: TestSystem): Promise<string[]> =>
  withClient(postgres.adminUrl, async (client) => {
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

/** Figures that erasure must not change: orders, lines, statuses, amounts, sales by day. */
export const readFigures = ({ postgres }: TestSystem): Promise<string> =>
  withClient(postgres.adminUrl, async (client) => {
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

/** Orders that should be erased and still show personal data. */
export const findShown = (orders: Map<string, OrderDetail>): string[] =>
  [...orders].flatMap(([id, order]) => {
    const { customer, shippingAddress, customerName, notes, holdReason, erasedAt, timeline } = order
    const { country: _country, id: _addressId, ...address } = { country: null, id: null, ...shippingAddress }
    const { id: _customerId, ...person } = { id: null, ...customer }
    const output = timeline.map(({ reason }) => reason)
    const left = [customerName, notes, holdReason, ...Object.values(address), ...Object.values(person), ...output]
    const isErased = erasedAt !== null && left.every((value) => (value ?? false) === false)
    return isErased ? [] : [`${id} is still shown: ${JSON.stringify(left)}`]
  })

export type Decrypted = { plain: string[]; failed: string[] }

const encryptedText = /v1\.[\w-]{8}\.[\w-]{16}\.[\w-]{22,}/g

/** Decrypts every encrypted text of every column with the product's key, as somebody with key and dump could. */
export const decryptEverything = ({ postgres, deps: { vault } }: TestSystem): Promise<Decrypted> =>
  withClient(postgres.adminUrl, async (client) => {
    const decrypted: Decrypted = { plain: [], failed: [] }
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
          for (const [encrypted] of text.matchAll(encryptedText)) {
            const plain = contextsOf(`${name}.${column}`, row).flatMap((context) =>
              attempt(() => vault.decrypt(encrypted, context)),
            )
            if (plain.length > 0) decrypted.plain.push(...plain)
            else decrypted.failed.push(`a text in ${name}.${column} could not be decrypted`)
          }
        }
      }
    }
    return decrypted
  })

/** Possible encryption contexts (additional authenticated data) of a text: its row and column, or a platform name. */
function contextsOf(column: string, row: Record<string, unknown>): string[] {
  const of = (name: string) => (typeof row[name] === 'string' ? row[name] : '')
  return [
    encryptionContext(column as EncryptedColumn, { companyId: of('company_id'), id: of('id') }),
    secretContext(of('name')),
    sessionContext(of('sid')),
    sharedCacheContext(of('key')),
  ]
}

function attempt<T>(work: () => T): T[] {
  try {
    return [work()]
  } catch {
    return []
  }
}
