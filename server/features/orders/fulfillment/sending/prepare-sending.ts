import type { ChosenItems } from '#contract/fulfillment.ts'
import { ChannelConfig } from '#server/features/channels/config.ts'
import { listShownAccounts } from '#server/features/marketplace/queries/accounts.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import type { ShippingConstraints } from '#server/ports/fulfillment.ts'
import { lockForAction } from '../../actions/take-step.ts'
import { getOrderToSendOrThrow, listLinesToSend, type OrderToSend } from '../../queries/orders-to-send.ts'
import { chooseAccount } from './choose-account.ts'
import { chooseLines, isRestOfOrder } from './choose-lines.ts'
import { shipToAddress } from './destination.ts'

type ShipmentSelection = { orderId: string; items?: ChosenItems | undefined }

/** What would be sent of an order, where to and by which account. Locks the order, and refuses where it can’t be sent. */
export async function prepareShipment(tx: Tx, ctx: CompanyContext, { orderId, items }: ShipmentSelection) {
  const { companyId } = ctx
  await lockForAction(tx, ctx, 'fulfill', orderId)
  const order = await getOrderToSendOrThrow(tx, companyId, orderId)
  const orderLines = await listLinesToSend(tx, companyId, orderId)
  const lines = chooseLines(orderLines, items)
  const destination = shipToAddress(ctx, order)
  const account = chooseAccount(await listShownAccounts(tx), destination.country)
  return {
    order,
    lines,
    isRest: isRestOfOrder(orderLines, lines),
    destination,
    account,
    constraints: toConstraints(order),
  }
}

export function toConstraints({ channelConfig }: OrderToSend): ShippingConstraints {
  const { blankBox, blocksAmazonLogistics } = ChannelConfig.parse(channelConfig ?? {})
  return { blankBox, blocksAmazonLogistics }
}
