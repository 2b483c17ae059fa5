import { z } from 'zod'
import { BulkError } from './bulk.ts'
import { endpoint } from './endpoint.ts'
import { FileReply } from './fields.ts'
import { t } from './i18n.ts'
import { Total } from './order-row.ts'

/** The columns of a file of orders. Lines of one order have the same order number; what belongs to the whole order is in its first line. */
export const orderImportColumns = [
  {
    field: 'number',
    name: 'Order number',
    isRequired: true,
    note: t('Your own number. Rows with the same number make up one order.'),
  },
  { field: 'recipientName', name: 'Name', isRequired: true, note: t('Who receives the package.') },
  {
    field: 'email',
    name: 'Email',
    isRequired: false,
    note: t('Matches existing customers. The import sends no email.'),
  },
  { field: 'phone', name: 'Phone', isRequired: false, note: t('For the carrier.') },
  { field: 'line1', name: 'Street', isRequired: true, note: t('Street number and name.') },
  { field: 'line2', name: 'Address line 2', isRequired: false, note: t('Apartment, suite or unit.') },
  { field: 'city', name: 'City', isRequired: true, note: '' },
  { field: 'state', name: 'State', isRequired: false, note: t('Required in the United States, Canada and Australia.') },
  {
    field: 'postalCode',
    name: 'Postal code',
    isRequired: false,
    note: t('Format the cells as text to keep leading zeros.'),
  },
  { field: 'country', name: 'Country', isRequired: true, note: t('Name or two-letter code, such as US.') },
  { field: 'sku', name: 'SKU', isRequired: true, note: t('One of your SKUs, one per row.') },
  { field: 'quantity', name: 'Quantity', isRequired: true, note: t('Whole units.') },
  { field: 'unitPrice', name: 'Price', isRequired: false, note: t('Per unit. Leave empty if free.') },
  { field: 'shippingAmount', name: 'Shipping charged', isRequired: false, note: t('For the whole order.') },
  {
    field: 'currency',
    name: 'Currency',
    isRequired: false,
    note: t('Such as USD. Defaults to your company’s currency.'),
  },
  {
    field: 'shippingSpeed',
    name: 'Speed',
    isRequired: false,
    note: t('Standard (default), Expedited or Priority.'),
  },
  { field: 'notes', name: 'Note', isRequired: false, note: t('For your team.') },
] as const
export type OrderImportField = (typeof orderImportColumns)[number]['field']

export const orderImportLimits = { rows: 5_000, bytes: 5 * 1024 * 1024 } as const

/** The most errors and orders in a reply. */
export const shownOfImport = { errors: 200, orders: 50 } as const

const ImportedOrder = z.object({
  /** The line of the file with which the order begins. */
  row: z.int(),
  number: z.string(),
  recipient: z.string(),
  country: z.string(),
  lines: z.int(),
  units: z.int(),
  total: Total,
  currency: z.string(),
  /** It came in before, so it is left alone. */
  isKnown: z.boolean(),
})
export type ImportedOrder = z.output<typeof ImportedOrder>

/** `orders` = new + known + failed. */
const counts = { rows: z.int(), orders: z.int(), known: z.int(), failed: z.int() }

export const OrderImportPreview = z.object({
  ...counts,
  created: z.int(),
  shown: z.array(ImportedOrder),
  errors: z.array(BulkError),
  errorCount: z.int(),
})
export type OrderImportPreview = z.output<typeof OrderImportPreview>

export const OrderImportResult = z.object({
  ...counts,
  created: z.int(),
  /** New orders that wait for a person, such as for units that are not there. */
  waiting: z.int(),
  errors: z.array(BulkError),
  errorCount: z.int(),
})
export type OrderImportResult = z.output<typeof OrderImportResult>

export const orderImportApi = {
  template: endpoint({
    method: 'GET',
    path: '/api/orders/import/template',
    summary: 'An Excel file of orders to fill in',
    access: 'readonly',
    scope: 'company',
    reply: FileReply,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/orders/import/preview',
    summary: 'Check a file of orders and show what would be imported; nothing is written',
    access: 'ops',
    scope: 'company',
    takesFile: true,
    maxBodyBytes: orderImportLimits.bytes,
    reply: OrderImportPreview,
  }),
  apply: endpoint({
    method: 'POST',
    path: '/api/orders/import',
    summary: 'Import the orders of a file; known orders are skipped, so a file may be sent again',
    access: 'ops',
    scope: 'company',
    takesFile: true,
    maxBodyBytes: orderImportLimits.bytes,
    reply: OrderImportResult,
  }),
}
