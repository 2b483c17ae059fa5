/** What kinds of reports there are, and how they go out by themselves. */
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

/** `unsure`: the mail was handed over and no answer came, so it may have gone out. */
export const reportRunStatuses = ['pending', 'sent', 'failed', 'unsure'] as const
export type ReportRunStatus = (typeof reportRunStatuses)[number]

/** How orders are called, on the screen and in files, whose channel is not known. */
export const unknownChannel = 'Unknown channel'
