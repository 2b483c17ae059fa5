import { AddressInput, problemsOfAddress, type KnownAddress } from '#contract/addresses.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Destination } from '#server/ports/fulfillment.ts'
import { openAddress, openPersonal } from '../../personal-data.ts'
import type { OrderToSend } from '../../queries/orders-to-send.ts'
import { SendingRefused } from './sending-refused.ts'

type Keeper = Pick<CompanyContext, 'vault' | 'companyId'>
type Addressed = Pick<OrderToSend, 'address' | 'customer' | 'customerName'>

/** Where the order goes; refuses where nobody could deliver to. */
export function destinationOf(keeper: Keeper, order: Addressed): Destination {
  const address = addressOf(keeper, order)
  const problems = problemsOfAddress(address).map(({ message }) => message)
  if (problems.length > 0) {
    throw new SendingRefused('bad_address', `Amazon can’t deliver to the shipping address: ${problems.join('; ')}.`)
  }
  const { recipientName: name, ...place } = AddressInput.parse(address)
  const { customer } = order
  const phone = customer && openPersonal(keeper, 'customers.phone', customer.id, customer.phone)
  return { name, ...place, phone }
}

/** Channels that name no recipient mean the customer. */
function addressOf(keeper: Keeper, { address, customerName }: Addressed): KnownAddress {
  if (!address) throw new SendingRefused('bad_address', 'The order has no shipping address.')
  const { id: _id, recipientName, ...place } = openAddress(keeper, address)
  return { ...place, recipientName: recipientName ?? customerName }
}
