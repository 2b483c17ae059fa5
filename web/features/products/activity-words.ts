import { formatCount } from '#web/lib/figures.ts'

type Sku = { isActive: boolean }

/** What becomes of a product's SKUs when it is deactivated, in figures. */
export function deactivationNotice(skus: readonly Sku[]): readonly string[] {
  const active = skus.filter(({ isActive }) => isActive).length
  const inactive = skus.length - active
  return [
    active === 0
      ? 'It has no active SKUs, so no stock is concerned.'
      : active === 1
        ? 'Its 1 active SKU is deactivated too and leaves Inventory, Sheet View and stock alerts.'
        : `Its ${formatCount(active, 'active SKU')} are deactivated too and leave Inventory, Sheet View and stock alerts.`,
    inactive === 0
      ? 'Nothing is deleted: activating the product again brings all of it back.'
      : `Nothing is deleted. Activating the product again activates all ${formatCount(skus.length, 'SKU')}, also the ${inactive} inactive today.`,
  ]
}

export function activationNotice(skus: readonly Sku[]): readonly string[] {
  if (skus.length === 0) return ['It has no SKUs yet, so no stock is concerned.']
  return [
    skus.length === 1
      ? 'Its 1 SKU becomes active with it and comes back to Inventory, Sheet View and stock alerts.'
      : `Its ${formatCount(skus.length, 'SKU')} become active with it and come back to Inventory, Sheet View and stock alerts.`,
  ]
}
