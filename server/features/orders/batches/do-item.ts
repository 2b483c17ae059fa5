import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { acknowledge } from '../actions/acknowledge-order.ts'
import { hold } from '../actions/hold-order.ts'
import { release } from '../actions/release-order.ts'
import { requestFulfillment } from '../fulfillment/request-fulfillment.ts'
import type { Outcome, WaitingItem } from './queries/items.ts'

/** Does to the order what the batch is for, as whoever started it; throws the refusal that a person would read. */
export async function doItem(tx: Tx, ctx: CompanyContext, item: WaitingItem): Promise<Outcome> {
  const { action, orderId, reason } = item
  const person = { ...ctx, actor: starterOf(item) }
  switch (action) {
    case 'fulfill': {
      const wanted = { orderId, shippingSpeed: item.shippingSpeed ?? undefined, insists: false, isBulk: true }
      const { fulfillmentId } = await requestFulfillment(tx, person, wanted)
      return { outcome: 'sending', fulfillmentId }
    }
    case 'acknowledge':
      await acknowledge(tx, person, { orderId })
      return { outcome: 'done' }
    case 'hold':
      if (reason === null) throw new Error('A batch of holds has a reason')
      await hold(tx, person, { orderId, reason })
      return { outcome: 'done' }
    case 'release':
      await release(tx, person, { orderId })
      return { outcome: 'done' }
  }
}

/** Nobody with a smaller role can start a batch. */
const starterOf = ({ userId, userName }: WaitingItem) =>
  ({ type: 'user', userId, name: userName, role: 'ops' }) as const
