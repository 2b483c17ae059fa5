import type { AddressInput } from '#contract/addresses.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { customerAddresses, customers } from '#server/platform/db/schema/customers.ts'
import { newId } from '#server/platform/ids.ts'
import { findAddresses } from '../queries/customers.ts'
import { toAddressRow } from '../take-in/address-row.ts'
import { hashAddress } from '../take-in/buyers.ts'

type StoredAddressIds = { customerId: string; shippingAddressId: string }

/** Finds or adds an address among those of an order's customer; an order of nobody gets a customer of its own. */
export async function upsertAddress(
  tx: Tx,
  ctx: CompanyContext,
  knownCustomerId: string | null,
  address: AddressInput,
): Promise<StoredAddressIds> {
  const { companyId } = ctx
  const customerId = knownCustomerId ?? (await insertCustomer(tx, companyId))
  const addressHash = hashAddress(ctx, address)
  const [known] = await findAddresses(tx, companyId, [{ customerId, addressHash }])
  if (known) return { customerId, shippingAddressId: known.id }
  const id = newId()
  await tx
    .insert(customerAddresses)
    .values(toAddressRow(ctx, id, { address, customerId, addressHash, isDefault: knownCustomerId === null }))
  return { customerId, shippingAddressId: id }
}

async function insertCustomer(tx: Tx, companyId: string): Promise<string> {
  const id = newId()
  await tx.insert(customers).values({ companyId, id })
  return id
}
