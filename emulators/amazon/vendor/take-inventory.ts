import type { VendorRecords } from './book.ts'
import type { InventoryUpdate } from './requests/inventory.ts'
import { emptyDictionary } from '../book.ts'

/** In a full update what isn't listed isn't there any more. */
export function applyInventory(
  vendor: VendorRecords,
  warehouseId: string,
  sent: InventoryUpdate,
  at: string,
): string[] {
  if (sent.sellingParty.partyId !== vendor.vendorCode) return [`${sent.sellingParty.partyId} is not this vendor.`]
  const shelf = (vendor.warehouses[warehouseId] ??= emptyDictionary())
  if (sent.isFullUpdate) {
    for (const item of Object.values(shelf)) Object.assign(item, { amount: 0, updatedAt: at })
  }
  for (const { buyerProductIdentifier, vendorProductIdentifier, availableQuantity, isObsolete } of sent.items) {
    shelf[vendorProductIdentifier ?? buyerProductIdentifier ?? ''] = {
      buyerProductIdentifier,
      vendorProductIdentifier,
      amount: isObsolete ? 0 : (availableQuantity.amount ?? 0),
      isObsolete: isObsolete ?? false,
      updatedAt: at,
    }
  }
  return []
}
