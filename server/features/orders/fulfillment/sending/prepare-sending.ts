import type { ChosenItems } from '#contract/fulfillment.ts'
import { ChannelConfig } from '#server/features/channels/config.ts'
import { listShownAccounts } from '#server/features/marketplace/queries/accounts.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { Constraints } from '#server/ports/fulfillment.ts'
import { lockForAction } from '../../actions/take-step.ts'
import { getOrderToSendOrThrow, listLinesToSend, type OrderToSend } from '../../queries/orders-to-send.ts'
import { chooseAccount } from './choose-account.ts'
import { chooseLines, isRestOfOrder } from './choose-lines.ts'
import { destinationOf } from './destination.ts'

type Asked = { orderId: string; items?: ChosenItems | undefined }

/** What would be sent of an order, where to and by which account. Locks the order, and refuses where it can’t be sent. */
export async function prepareSending(tx: Tx, ctx: CompanyContext, { orderId, items }: Asked) {
  const { companyId } = ctx
  await lockForAction(tx, ctx, 'fulfill', orderId)
  const order = await getOrderToSendOrThrow(tx, companyId, orderId)
  const known = await listLinesToSend(tx, companyId, orderId)
  const lines = chooseLines(known, items)
  const destination = destinationOf(ctx, order)
  const account = chooseAccount(await listShownAccounts(tx), destination.country)
  return { order, lines, isRest: isRestOfOrder(known, lines), destination, account, constraints: constraintsOf(order) }
}

export function constraintsOf({ channelConfig }: OrderToSend): Constraints {
  const { blankBox, blocksAmazonLogistics } = ChannelConfig.parse(channelConfig ?? {})
  return { blankBox, blocksAmazonLogistics }
}
