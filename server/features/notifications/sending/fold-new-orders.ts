import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { readFactsOfEach, type MessageFacts } from '../message-facts.ts'
import { sealText } from '../sealed-text.ts'
import { lockNewOrderTexts, type NewOrderText } from './queries/new-order-texts.ts'
import { skipMessages, updateMessage } from './queries/outcomes.ts'

const mostNamed = 5

/**
 * Several new orders of which nobody has been told yet become one text to the company's people, in the place of the first:
 * however long the service was away, one text waits for it.
 */
export async function foldNewOrders(tx: Tx, ctx: CompanyContext): Promise<void> {
  const waiting = await lockNewOrderTexts(tx, ctx.companyId)
  for (const texts of Map.groupBy(waiting, ({ recipientHash }) => recipientHash).values()) await fold(tx, ctx, texts)
}

async function fold(tx: Tx, ctx: CompanyContext, texts: readonly NewOrderText[]): Promise<void> {
  const [first, ...others] = texts
  if (!first || others.length === 0) return
  const orders = texts.flatMap(({ templateData }) => readFactsOfEach(templateData))
  const message = sealText(ctx, first.id, 'message', textOf(orders))
  await updateMessage(tx, ctx.companyId, first.id, { message, templateData: orders, dueAt: earliest(texts) })
  const named = orders[0]?.orderNumber ?? 'another order'
  const why = `Told in one text with ${named}, because several orders came in at once.`
  await skipMessages(
    tx,
    ctx.companyId,
    others.map(({ id }) => id),
    why,
  )
}

const earliest = (texts: readonly NewOrderText[]): Date =>
  texts.map(({ dueAt }) => new Date(dueAt)).reduce((one, other) => (other < one ? other : one))

function textOf(orders: readonly MessageFacts[]): string {
  const named = orders
    .slice(0, mostNamed)
    .map(({ orderNumber, channelName, total }) => `${orderNumber} (${channelName}, ${total})`)
  const rest = orders.length - named.length
  return `${orders.length} new orders: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`
}
