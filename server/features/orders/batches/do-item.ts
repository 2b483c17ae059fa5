import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { acknowledge } from '../actions/acknowledge-order.ts'
import { hold } from '../actions/hold-order.ts'
import { release } from '../actions/release-order.ts'
import { requestFulfillment } from '../fulfillment/request-fulfillment.ts'
import type { ItemOutcome, WaitingItem } from './queries/items.ts'

/** Does to the order what the batch is for, as whoever started it; throws the refusal that a person would read. */
export async function applyItem(tx: Tx, ctx: CompanyContext, item: WaitingItem): Promise<ItemOutcome> {
  const { action, orderId, reason } = item
  const personCtx = { ...ctx, actor: actorOf(item) }
  switch (action) {
    case 'fulfill': {
      const request = { orderId, shippingSpeed: item.shippingSpeed ?? undefined, insists: false, isBulk: true }
      const { fulfillmentId } = await requestFulfillment(tx, personCtx, request)
      return { outcome: 'sending', fulfillmentId }
    }
    case 'acknowledge':
      await acknowledge(tx, personCtx, { orderId })
      return { outcome: 'done' }
    case 'hold':
      if (reason === null) throw new Error('A batch of holds has a reason')
      await hold(tx, personCtx, { orderId, reason })
      return { outcome: 'done' }
    case 'release':
      await release(tx, personCtx, { orderId })
      return { outcome: 'done' }
  }
}

/** Nobody with a smaller role can start a batch. */
const actorOf = ({ userId, userName }: WaitingItem) => ({ type: 'user', userId, name: userName, role: 'ops' }) as const
