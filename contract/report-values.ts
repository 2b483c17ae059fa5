/** The kinds, formats and frequencies of reports. */
export const reportTypes = ['sales', 'inventory', 'channels', 'customers'] as const
export type ReportType = (typeof reportTypes)[number]

export const reportTypeLabels: Record<ReportType, string> = {
  sales: 'Sales',
  inventory: 'Inventory',
  channels: 'Channels',
  customers: 'Customers',
}

export const reportFormats = ['csv', 'xlsx'] as const
export type ReportFormat = (typeof reportFormats)[number]

export const reportFrequencies = ['daily', 'weekly'] as const
export type ReportFrequency = (typeof reportFrequencies)[number]

/** `unsure`: the mail was submitted and no answer came, so it may have been sent. */
export const reportRunStatuses = ['pending', 'sent', 'failed', 'unsure'] as const
export type ReportRunStatus = (typeof reportRunStatuses)[number]

/** The label for orders without a known channel. */
export const unknownChannel = 'Unknown channel'
