import type { ChangedResource } from '#contract/bulk.ts'
import { formatMoney, isMoney } from '#contract/money.ts'
import type { FieldChange } from '#contract/products.ts'
import { formatNumber } from '#web/lib/format-number.ts'

const abbreviations: Record<string, string> = { sku: 'SKU', asin: 'ASIN', fnsku: 'FNSKU' }

/** `compareAtPrice` becomes "Compare at price". */
export function fieldLabel(field: string): string {
  const words = field.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return abbreviations[words] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const moneyFields: readonly string[] = ['price', 'compareAtPrice', 'cost']

export function fieldText(field: string, value: FieldChange['after']): string {
  if (value === null || value === '') return '(empty)'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
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
  product: 'Product',
  sku: 'SKU',
  stock: 'Stock',
  order: 'Order',
}
