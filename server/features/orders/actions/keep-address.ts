import type { AddressInput } from '#contract/addresses.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { customerAddresses, customers } from '#server/platform/db/schema/customers.ts'
import { newId } from '#server/platform/id.ts'
import { findAddresses } from '../queries/customers.ts'
import { addressRow } from '../take-in/address-row.ts'
import { addressHashOf } from '../take-in/buyers.ts'

type Kept = { customerId: string; shippingAddressId: string }

/** Finds or adds an address among those of an order's customer; an order of nobody gets a customer of its own. */
export async function keepAddress(
  tx: Tx,
  ctx: CompanyContext,
  knownCustomerId: string | null,
  address: AddressInput,
): Promise<Kept> {
  const { companyId } = ctx
  const customerId = knownCustomerId ?? (await addCustomer(tx, companyId))
  const addressHash = addressHashOf(ctx, address)
  const [known] = await findAddresses(tx, companyId, [{ customerId, addressHash }])
  if (known) return { customerId, shippingAddressId: known.id }
  const id = newId()
  await tx
    .insert(customerAddresses)
    .values(addressRow(ctx, id, { address, customerId, addressHash, isDefault: knownCustomerId === null }))
  return { customerId, shippingAddressId: id }
}

async function addCustomer(tx: Tx, companyId: string): Promise<string> {
  const id = newId()
  await tx.insert(customers).values({ companyId, id })
  return id
}
