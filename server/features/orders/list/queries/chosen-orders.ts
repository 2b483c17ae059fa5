import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { OrderFilter, OrderFlag } from '#contract/orders.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { ofCompany, plannedForms } from '#server/platform/db/planned-once.ts'
import { attentionItems } from '#server/platform/db/schema/attention.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { cursorValues, olderThanCursor } from '#server/platform/paging.ts'

export type Choice = Omit<OrderFilter, 'search'>

/** Which conditions a statement has; what they compare with is told when it runs. */
export type Form = { flag: OrderFlag | undefined; hasStatus: boolean; hasChannel: boolean; hasCursor: boolean }

export const formOf = ({ status, channelId, flag }: Choice, cursor: string | undefined): Form => ({
  flag,
  hasStatus: status !== undefined,
  hasChannel: channelId !== undefined,
  hasCursor: cursor !== undefined,
})

export type Span = { cursor: string | undefined; limit: number }

export const valuesOf = (companyId: string, { status, channelId }: Choice, { cursor, limit }: Span) => ({
  companyId,
  status,
  channelId,
  limit,
  ...cursorValues(cursor),
})

/** The company's orders that a filter leaves, text and cursor aside. */
export const isChosen = ({ flag, hasStatus, hasChannel }: Omit<Form, 'hasCursor'>): SQL | undefined =>
  and(
    eq(orders.companyId, ofCompany),
    hasStatus ? eq(orders.status, sql.placeholder('status')) : undefined,
    hasChannel ? eq(orders.channelId, sql.placeholder('channelId')) : undefined,
    flag && isFlagged(flag),
  )

function isFlagged(flag: OrderFlag): SQL {
  switch (flag) {
    case 'held':
      return isNotNull(orders.heldAt)
    case 'partial':
      return isNotNull(orders.partialReason)
    case 'attention':
      return waitsForSomebody
  }
}

/** As an array, since few orders wait: PostgreSQL then fetches those, and does not look at each order whether it waits. */
const waitsForSomebody = sql`${orders.id} = any(array(
  select ${attentionItems.orderId} from ${attentionItems}
  where ${and(eq(attentionItems.companyId, ofCompany), isNull(attentionItems.resolvedAt))}
))`

export const isAfterCursor = ({ hasCursor }: Pick<Form, 'hasCursor'>): SQL | undefined =>
  hasCursor ? olderThanCursor(orders.placedAt, orders.id) : undefined

/** The newest of them after the cursor. */
export const newestFirst = (form: Form): SQL => sql`
  from ${orders} where ${and(isChosen(form), isAfterCursor(form))}
  order by ${orders.placedAt} desc, ${orders.id} desc limit ${sql.placeholder('limit')}`

const newestIds = plannedForms<{ id: string }, Form>((form) => sql`select ${orders.id} ${newestFirst(form)}`)

export async function newestOrders(tx: Tx, companyId: string, choice: Choice, span: Span): Promise<string[]> {
  const rows = await newestIds(formOf(choice, span.cursor))(tx, valuesOf(companyId, choice, span))
  return rows.map(({ id }) => id)
}
