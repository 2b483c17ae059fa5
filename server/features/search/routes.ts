import { and, desc, eq, sql } from 'drizzle-orm'
import { promotionState } from '#contract/promotion-state.ts'
import { mostFound, searchApi, type SearchResults } from '#contract/search.ts'
import { findContacts } from '#server/features/orders/list/find-contacts.ts'
import { listNewestOrderIds } from '#server/features/orders/list/queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { containsText, iso } from '#server/platform/db/rows.ts'
import { promotions } from '#server/platform/db/schema/promotions.ts'
import type { App } from '#server/platform/http/app.ts'
import { serve } from '#server/platform/http/endpoints.ts'

export function searchRoutes(app: App): void {
  serve(app, searchApi.find, searchEverywhere)
}

async function searchEverywhere(ctx: CompanyContext, { q }: { q: string }): Promise<SearchResults> {
  const { companyId } = ctx
  const contacts = await findContacts(ctx, q)
  return ctx.read(async (tx) => {
    const { orders, customers } = contacts
      ? await findByContact(tx, companyId, contacts, mostFound)
      : await findOrdersAndCustomers(tx, companyId, q, mostFound)
    const products = await findProducts(tx, companyId, q, mostFound)
    const productIds = products.map(({ id }) => id)
    return {
      orders,
      skus: await findSkus(tx, companyId, { text: q, productIds }, mostFound),
      products,
      customers,
      promotions: await findPromotions(tx, ctx, q, mostFound),
    }
  })
}

type FoundOrder = SearchResults['orders'][number]

type FoundCustomer = SearchResults['customers'][number]

type FoundOrderRow = FoundOrder & { customerId: string | null }

/**
 * Uses the SQL function `find_orders`, which may use indexes that row-level security would prevent. Customers are those
 * of orders whose customer name matches.
 */
async function findOrdersAndCustomers(
  tx: Tx,
  companyId: string,
  text: string,
  most: number,
): Promise<Pick<SearchResults, 'orders' | 'customers'>> {
  const { rows: answers } = await tx.execute<{ orderIds: string[]; customerOrderIds: string[] }>(sql`
    select order_ids as "orderIds", customer_order_ids as "customerOrderIds" from find_orders(${text}, ${most}::int)`)
  const { orderIds, customerOrderIds } = answers[0] ?? { orderIds: [], customerOrderIds: [] }
  const rowsOf = await readOrders(tx, companyId, [...orderIds, ...customerOrderIds])
  return {
    orders: rowsOf(orderIds).map(toFound),
    customers: rowsOf(customerOrderIds).flatMap(toCustomer),
  }
}

/** Reads these orders at once; the function that is returned gives some of them in the order of their ids. */
async function readOrders(tx: Tx, companyId: string, orderIds: readonly string[]) {
  const { rows } = await tx.execute<FoundOrderRow>(sql`
    select o.id, o.order_number as "orderNumber", o.external_order_id as "externalOrderId",
      o.external_number as "externalNumber", c.name as "channelName", o.customer_name as "customerName", o.status,
      o.placed_at as "placedAt", o.customer_id as "customerId"
    from orders o left join channels c on c.company_id = o.company_id and c.id = o.channel_id
    where o.company_id = ${companyId} and o.id = any(${sql.param([...orderIds])}::uuid[])`)
  const byId = new Map(rows.map((row) => [row.id, { ...row, placedAt: iso(row.placedAt) }]))
  return (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
}

const toFound = ({ customerId: _customerId, ...order }: FoundOrderRow): FoundOrder => order

const toCustomer = ({ id, customerId, customerName, placedAt }: FoundOrderRow): FoundCustomer[] =>
  customerId && customerName ? [{ id: customerId, name: customerName, newestOrderId: id, newestOrderAt: placedAt }] : []

/** The newest orders of customers who were found by e-mail address or phone number, and the customers with the newest of each. */
async function findByContact(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
  most: number,
): Promise<Pick<SearchResults, 'orders' | 'customers'>> {
  const orderIds = await listNewestOrderIds(tx, companyId, { customerIds }, { cursor: undefined, limit: most })
  const rowsOf = await readOrders(tx, companyId, orderIds)
  const { rows } = await tx.execute<FoundCustomer>(sql`
    select c.id, coalesce(o.customer_name, concat_ws(' ', c.first_name, c.last_name)) as name,
      o.id as "newestOrderId", o.placed_at as "newestOrderAt"
    from customers c cross join lateral (
      select id, customer_name, placed_at from orders
      where company_id = c.company_id and customer_id = c.id order by placed_at desc, id desc limit 1
    ) o
    where c.company_id = ${companyId} and c.id = any(${sql.param([...customerIds])}::uuid[])
    order by o.placed_at desc, c.id limit ${most}`)
  return {
    orders: rowsOf(orderIds).map(toFound),
    customers: rows.map((row) => ({ ...row, newestOrderAt: iso(row.newestOrderAt) })),
  }
}

async function findProducts(tx: Tx, companyId: string, text: string, most: number): Promise<SearchResults['products']> {
  const { rows } = await tx.execute<SearchResults['products'][number]>(sql`
    select p.id, p.title, p.brand, p.is_active as "isActive"
    from unnest(find_products(${text}, ${most}::int)) with ordinality as found(id, place)
    join products p on p.company_id = ${companyId} and p.id = found.id
    order by found.place`)
  return rows
}

/** SKUs by code, ASIN or title, and the SKUs of the products found, since most SKUs have no title of their own. */
async function findSkus(
  tx: Tx,
  companyId: string,
  { text, productIds }: { text: string; productIds: string[] },
  most: number,
): Promise<SearchResults['skus']> {
  const { rows } = await tx.execute<SearchResults['skus'][number]>(sql`
    select s.id, s.sku, s.asin, coalesce(s.title, p.title) as title, l.qty_free as "qtyAvailable"
    from unnest(find_skus(${text}, ${sql.param(productIds)}::uuid[], ${most}::int)) with ordinality as found(id, place)
    join skus s on s.company_id = ${companyId} and s.id = found.id
    join products p on p.company_id = s.company_id and p.id = s.product_id
    join stock_levels l on l.company_id = s.company_id and l.sku_id = s.id
    order by found.place`)
  return rows
}

/** A scan is enough, since a company has few promotions. */
async function findPromotions(
  tx: Tx,
  { companyId, clock }: Pick<CompanyContext, 'companyId' | 'clock'>,
  text: string,
  most: number,
): Promise<SearchResults['promotions']> {
  const sought = text.toLowerCase()
  const found = await tx
    .select({
      id: promotions.id,
      title: promotions.title,
      code: promotions.code,
      isActive: promotions.isActive,
      startsAt: promotions.startsAt,
      endsAt: promotions.endsAt,
      maxRedemptions: promotions.maxRedemptions,
      redemptionCount: promotions.redemptionCount,
    })
    .from(promotions)
    .where(and(eq(promotions.companyId, companyId), containsText(text, promotions.title, promotions.code)))
    .orderBy(
      desc(sql`coalesce(${promotions.codeKey}, '') = ${sought}`),
      desc(
        sql`starts_with(lower(${promotions.title}), ${sought}) or starts_with(coalesce(${promotions.codeKey}, ''), ${sought})`,
      ),
      desc(promotions.createdAt),
      desc(promotions.id),
    )
    .limit(most)
  const now = clock.now()
  return found.map(({ id, title, code, ...rest }) => ({ id, title, code, state: promotionState(rest, now) }))
}
