import { formatMoney, isMoney } from '#contract/money.ts'
import type { FieldChange, ProductHistoryEntry } from '#contract/products.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'

type FieldValue = FieldChange['before']

const actionTexts: Record<string, (about: string) => string> = {
  'product.create': () => 'added the product',
  'product.update': () => 'changed the product',
  'product.activate': () => 'activated the product',
  'product.deactivate': () => 'deactivated the product',
  'sku.create': (about) => `added ${about}`,
  'sku.update': (about) => `changed ${about}`,
  'sku.activate': (about) => `activated ${about}`,
  'sku.deactivate': (about) => `deactivated ${about}`,
  'upload.apply': (about) => `changed ${about} by a bulk upload`,
  'sheet.save': (about) => `changed ${about} in Sheet View`,
  'bulk-action.apply': (about) => `changed ${about} with a bulk action`,
  'change-set.undo': (about) => `undid a bulk change of ${about}`,
}

/** The audit action as a phrase that follows the actor's name. */
export function actionText({ action, about }: Pick<ProductHistoryEntry, 'action' | 'about'>): string {
  return actionTexts[action]?.(about ?? 'the product') ?? action.replaceAll(/[.-]/g, ' ')
}

/** Display order of changed fields, with labels that differ from the field's name. */
const knownFields: readonly { field: string; label?: string }[] = [
  { field: 'sku', label: 'SKU' },
  { field: 'title' },
  { field: 'brand' },
  { field: 'category' },
  { field: 'description' },
  { field: 'isActive', label: 'Status' },
  { field: 'activeSkus', label: 'Active SKUs' },
  { field: 'quantity' },
  { field: 'price' },
  { field: 'compareAtPrice', label: 'Compare-at price' },
  { field: 'cost' },
  { field: 'safetyBuffer' },
  { field: 'asin', label: 'ASIN' },
  { field: 'packageQuantity', label: 'Pack quantity' },
  { field: 'isHazmat', label: 'Hazmat' },
]

export function sortByField(changes: readonly FieldChange[]): FieldChange[] {
  const rankOf = ({ field }: FieldChange) => {
    const rank = knownFields.findIndex((known) => known.field === field)
    return rank === -1 ? knownFields.length : rank
  }
  return changes.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** A field without its own label is spelled out: `weightUnit` becomes "Weight unit". */
export function fieldLabel(field: string): string {
  const words = field.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return knownFields.find((known) => known.field === field)?.label ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const priceFields: ReadonlySet<string> = new Set(['price', 'compareAtPrice', 'cost'])

export function valueText(field: string, value: FieldValue): string {
  if (value === null || value === '') return 'empty'
  if (field === 'isActive') return value ? 'Active' : 'Inactive'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return formatNumber(value)
  return priceFields.has(field) && isMoney(value) ? formatMoney(value) : value
}

type Sku = { isActive: boolean }

/** Consequences of a deactivation for the product's SKUs, as sentences with counts. */
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
