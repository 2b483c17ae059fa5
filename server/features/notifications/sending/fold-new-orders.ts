import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { parseCombinedOrders, type CombinedOrders } from '../message-facts.ts'
import { encryptText } from '../sealed-text.ts'
import { lockNewOrderTexts, type NewOrderText } from './queries/new-order-texts.ts'
import { skipMessages, updateMessage } from './queries/outcomes.ts'

const mostNamed = 5

/**
 * Several new orders of which nobody has been told yet become one text to the company's people: however long the service
 * was away, one text waits for it. It stands in the place of the newest, so that none is given up as old before its time.
 */
export async function combineNewOrders(tx: Tx, ctx: CompanyContext): Promise<void> {
  const waiting = await lockNewOrderTexts(tx, ctx.companyId)
  for (const texts of Map.groupBy(waiting, ({ recipientHash }) => recipientHash).values())
    await combineTexts(tx, ctx, texts)
}

async function combineTexts(tx: Tx, ctx: CompanyContext, texts: readonly NewOrderText[]): Promise<void> {
  const newest = texts.at(-1)
  const others = texts.slice(0, -1)
  if (!newest || others.length === 0) return
  const orders = ordersOf(texts)
  const message = encryptText(ctx, newest.id, 'message', combinedText(orders))
  const changes = { message, templateData: orders, dueAt: earliest(texts), tries: mostTries(texts) }
  await updateMessage(tx, ctx.companyId, newest.id, changes)
  const why = `Told in one text with ${newest.orderNumber ?? 'another order'}, because several orders came in at once.`
  await skipMessages(
    tx,
    ctx.companyId,
    others.map(({ id }) => id),
    why,
  )
}

const earliest = (texts: readonly NewOrderText[]): Date =>
  texts.map(({ dueAt }) => new Date(dueAt)).reduce((one, other) => (other < one ? other : one))

const mostTries = (texts: readonly NewOrderText[]): number =>
  texts.reduce((most, { tries }) => Math.max(most, tries), 0)

function ordersOf(texts: readonly NewOrderText[]): CombinedOrders {
  const told = texts.map(({ templateData }) => parseCombinedOrders(templateData))
  return {
    named: told.flatMap(({ named }) => named).slice(0, mostNamed),
    count: told.reduce((sum, { count }) => sum + count, 0),
  }
}

function combinedText({ named, count }: CombinedOrders): string {
  const names = named.map(({ orderNumber, channelName, total }) => `${orderNumber} (${channelName}, ${total})`)
  const rest = count - named.length
  return `${count} new orders: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`
}
