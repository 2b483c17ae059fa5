import { t } from '#contract/i18n.ts'
import { formatMoney, isMoney } from '#contract/money.ts'
import type { FieldChange, ProductHistoryEntry } from '#contract/products.ts'
import { formatNumber } from '#web/lib/format-number.ts'

type FieldValue = FieldChange['before']

const productActions: Record<string, string> = {
  'product.create': t('{actor} added the product'),
  'product.update': t('{actor} changed the product'),
  'product.activate': t('{actor} activated the product'),
  'product.deactivate': t('{actor} deactivated the product'),
  'upload.apply': t('{actor} changed the product with a bulk upload'),
  'sheet.save': t('{actor} changed the product in Sheet View'),
  'bulk-action.apply': t('{actor} changed the product with a bulk action'),
  'change-set.undo': t('{actor} undid a bulk change to the product'),
}

const skuActions: Record<string, string> = {
  'sku.create': t('{actor} added {about}'),
  'sku.update': t('{actor} changed {about}'),
  'sku.activate': t('{actor} activated {about}'),
  'sku.adjust-stock': t('{actor} set the quantity of {about}'),
  'sku.deactivate': t('{actor} deactivated {about}'),
  'upload.apply': t('{actor} changed {about} with a bulk upload'),
  'sheet.save': t('{actor} changed {about} in Sheet View'),
  'bulk-action.apply': t('{actor} changed {about} with a bulk action'),
  'change-set.undo': t('{actor} undid a bulk change to {about}'),
}

/** The audit action as a sentence with places for the actor and the SKU. */
export function actionSentence({ action, about }: Pick<ProductHistoryEntry, 'action' | 'about'>): string {
  const sentence = (about === null ? undefined : skuActions[action]) ?? productActions[action]
  return sentence ?? `{actor}: ${action.replaceAll(/[.-]/g, ' ')}`
}

/** Changed fields in their display order. */
const knownFields: readonly { field: string; label: string }[] = [
  { field: 'sku', label: t('SKU') },
  { field: 'title', label: t('Title') },
  { field: 'brand', label: t('Brand') },
  { field: 'category', label: t('Category') },
  { field: 'description', label: t('Description') },
  { field: 'isActive', label: t('Status') },
  { field: 'activeSkus', label: t('Active SKUs') },
  { field: 'quantity', label: t('Quantity') },
  { field: 'price', label: t('Price') },
  { field: 'compareAtPrice', label: t('Compare-at price') },
  { field: 'cost', label: t('Cost') },
  { field: 'safetyBuffer', label: t('Safety buffer') },
  { field: 'asin', label: t('ASIN') },
  { field: 'packageQuantity', label: t('Pack quantity') },
  { field: 'isHazmat', label: t('Hazmat') },
]

const otherFields: Record<string, string> = {
  weight: t('Weight'),
  weightUnit: t('Weight unit'),
  dimensions: t('Dimensions'),
  shippingTemplate: t('Shipping template'),
  prepInstructions: t('Prep instructions'),
  images: t('Images'),
  image: t('Picture'),
  tags: t('Tags'),
  bulletPoints: t('Bullet points'),
}

export function sortByField(changes: readonly FieldChange[]): FieldChange[] {
  const rankOf = ({ field }: FieldChange) => {
    const rank = knownFields.findIndex((known) => known.field === field)
    return rank === -1 ? knownFields.length : rank
  }
  return changes.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** A field without a label is spelled out: `searchKeywords` becomes "Search keywords". */
export function fieldLabel(field: string): string {
  const words = field.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  const label = knownFields.find((known) => known.field === field)?.label ?? otherFields[field]
  return label ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const priceFields: ReadonlySet<string> = new Set(['price', 'compareAtPrice', 'cost'])

export function valueText(field: string, value: FieldValue): string {
  if (value === null || value === '') return t('empty')
  if (field === 'isActive') return value ? t('Active') : t('Inactive')
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
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
      ? t('It has no active SKUs, so no stock is affected.')
      : t(
          '{active, plural, one {Its # active SKU will also be deactivated and disappear} other {Its # active SKUs will also be deactivated and disappear}} from Inventory, Sheet View and stock alerts.',
          { active },
        ),
    inactive === 0
      ? t('Nothing is deleted. Activate the product again to bring everything back.')
      : t(
          'Nothing is deleted. Activating the product again activates {all, plural, one {its # SKU} other {all # SKUs}}, including the {inactive} currently inactive.',
          { all: skus.length, inactive },
        ),
  ]
}

export function activationNotice(skus: readonly Sku[]): readonly string[] {
  if (skus.length === 0) return [t('It has no SKUs yet, so no stock is affected.')]
  return [
    t(
      '{all, plural, one {Its # SKU will also be activated and return} other {Its # SKUs will also be activated and return}} to Inventory, Sheet View and stock alerts.',
      { all: skus.length },
    ),
  ]
}
