import { AddressInput, addressProblems, type AddressFields } from '#contract/addresses.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { ShipToAddress } from '#server/ports/fulfillment.ts'
import { decryptAddress, decryptPersonal } from '../../personal-data.ts'
import type { OrderToSend } from '../../queries/orders-to-send.ts'
import { SendingRefused } from './sending-refused.ts'

type VaultScope = Pick<CompanyContext, 'vault' | 'companyId'>
type OrderAddress = Pick<OrderToSend, 'address' | 'customer' | 'customerName'>

/** Where the order goes; refuses where nobody could deliver to. */
export function shipToAddress(scope: VaultScope, order: OrderAddress): ShipToAddress {
  const address = recipientAddress(scope, order)
  const problems = addressProblems(address).map(({ message }) => message)
  if (problems.length > 0) {
    throw new SendingRefused('bad_address', `Amazon can’t deliver to the shipping address: ${problems.join('; ')}.`)
  }
  const { recipientName: name, ...place } = AddressInput.parse(address)
  const { customer } = order
  const phone = customer && decryptPersonal(scope, 'customers.phone', customer.id, customer.phone)
  return { name, ...place, phone }
}

/** Channels that name no recipient mean the customer. */
function recipientAddress(scope: VaultScope, { address, customerName }: OrderAddress): AddressFields {
  if (!address) throw new SendingRefused('bad_address', 'The order has no shipping address.')
  const { id: _id, recipientName, ...place } = decryptAddress(scope, address)
  return { ...place, recipientName: recipientName ?? customerName }
}
