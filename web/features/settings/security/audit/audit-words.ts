import type { AuditResource } from '#contract/audit.ts'

export const resourceLabels: Record<AuditResource, string> = {
  'amazon-account': 'Amazon account',
  api_key: 'API key',
  attention: 'Attention item',
  audit: 'Audit log',
  'change-set': 'Bulk change',
  channel: 'Channel',
  company: 'Company',
  customer: 'Customer',
  delivery: 'Delivery',
  inventory: 'Inventory',
  job: 'Background job',
  listing: 'Listing',
  message: 'Channel message',
  notification: 'Notification',
  order: 'Order',
  'order-batch': 'Order batch',
  product: 'Product',
  promotion: 'Promotion',
  report: 'Report',
  'report-schedule': 'Scheduled report',
  'saved-view': 'Saved view',
  session: 'Session',
  settings: 'Settings',
  sku: 'SKU',
  stock: 'Stock',
  'sync-run': 'Sync run',
  template: 'Message template',
  user: 'User',
}

export const resourceLabel = (resource: string): string =>
  Object.entries(resourceLabels).find(([word]) => word === resource)?.[1] ?? sentenceCase(resource)

/** `retentionDays` is "Retention days". */
export const fieldLabel = (field: string): string => sentenceCase(field.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2'))

export function sentenceCase(words: string): string {
  const plain = words.replaceAll(/[._-]/g, ' ').toLowerCase()
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** A value as it was recorded; null where there was none. */
export function valueText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return JSON.stringify(value, null, 2)
}
