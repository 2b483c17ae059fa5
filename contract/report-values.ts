import { t } from './i18n.ts'

/** The kinds, formats and frequencies of reports. */
export const reportTypes = [
  'sales',
  'inventory',
  'channels',
  'customers',
  'profit-skus',
  'profit-channels',
  'profit-orders',
  'best-sellers',
] as const
export type ReportType = (typeof reportTypes)[number]

export const reportTypeLabels: Record<ReportType, string> = {
  sales: t('Sales'),
  inventory: t('Inventory'),
  channels: t('Channels'),
  customers: t('Customers'),
  'profit-skus': t('Profit by SKU'),
  'profit-channels': t('Profit by Channel'),
  'profit-orders': t('Profit by Order'),
  'best-sellers': t('Best Sellers'),
}

/** Whether the files of a report have the orders of its days. */
export const hasOrdersFile = (type: ReportType): boolean => type !== 'inventory' && type !== 'best-sellers'

/** By what best sellers are ranked. */
export const rankings = ['units', 'revenue'] as const
export type Ranking = (typeof rankings)[number]

export const reportFormats = ['csv', 'xlsx'] as const
export type ReportFormat = (typeof reportFormats)[number]

export const reportFrequencies = ['daily', 'weekly'] as const
export type ReportFrequency = (typeof reportFrequencies)[number]

/** `unsure`: the mail was submitted and no answer came, so it may have been sent. */
export const reportRunStatuses = ['pending', 'sent', 'failed', 'unsure'] as const
export type ReportRunStatus = (typeof reportRunStatuses)[number]
