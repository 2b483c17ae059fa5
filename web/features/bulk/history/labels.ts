import type { ChangedResource } from '#contract/bulk.ts'
import { t } from '#contract/i18n.ts'
import { formatMoney, isMoney } from '#contract/money.ts'
import type { FieldChange } from '#contract/products.ts'
import { formatNumber } from '#web/lib/format-number.ts'

/** By the words of the field's name. */
const fieldLabels: Record<string, string> = {
  sku: t('SKU'),
  asin: t('ASIN'),
  fnsku: t('FNSKU'),
  title: t('Title'),
  price: t('Price'),
  quantity: t('Quantity'),
  category: t('Category'),
  brand: t('Brand'),
  description: t('Description'),
  cost: t('Cost'),
  weight: t('Weight'),
  tags: t('Tags'),
  images: t('Images'),
  'is active': t('Active'),
  'compare at price': t('Compare-at price'),
  'safety buffer': t('Safety buffer'),
  'package quantity': t('Pack quantity'),
  'weight unit': t('Weight unit'),
  'is hazmat': t('Hazmat'),
}

/** A field without a label is spelled out: `shippingTemplate` becomes "Shipping template". */
export function fieldLabel(field: string): string {
  const words = field.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return fieldLabels[words] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const moneyFields: readonly string[] = ['price', 'compareAtPrice', 'cost']

export function fieldText(field: string, value: FieldChange['after']): string {
  if (value === null || value === '') return t('(empty)')
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'number') return formatNumber(value)
  const isPrice = moneyFields.includes(field.charAt(0).toLowerCase() + field.slice(1))
  return isPrice && isMoney(value) ? formatMoney(value) : value
}

const columnOrder = ['sku', 'title', 'price', 'quantity', 'asin', 'category']

const columnIndex = (field: string) => columnOrder.indexOf(field) + 1 || Infinity

/** Sorts fields in the column order of the upload file; other fields follow. */
export const compareByColumn = (one: FieldChange, other: FieldChange): number =>
  columnIndex(one.field) === columnIndex(other.field) ? 0 : columnIndex(one.field) - columnIndex(other.field)

export const resourceLabels: Record<ChangedResource, string> = {
  product: t('Product'),
  sku: t('SKU'),
  stock: t('Stock'),
  order: t('Order'),
}
