import type { OrderData } from '#contract/intake.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { encryptPersonal } from '../personal-data.ts'

type NewAddress = {
  address: OrderData['shippingAddress']
  customerId: string
  addressHash: string
  isDefault: boolean
}

/** An address that is new to its customer. */
export function toAddressRow(ctx: CompanyContext, id: string, { address, ...kept }: NewAddress) {
  const { recipientName, line1, line2, city, state, postalCode, country } = address
  return {
    companyId: ctx.companyId,
    id,
    ...kept,
    recipientName: recipientName ?? null,
    line1: encryptPersonal(ctx, 'customer_addresses.line1', id, line1),
    line2: encryptPersonal(ctx, 'customer_addresses.line2', id, line2 ?? null),
    city,
    state: state ?? null,
    postalCode,
    country,
  }
}
