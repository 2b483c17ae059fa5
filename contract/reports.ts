export const reportTypes = ['sales', 'inventory', 'channels', 'customers'] as const
export type ReportType = (typeof reportTypes)[number]

export const reportFormats = ['csv', 'xlsx'] as const
export type ReportFormat = (typeof reportFormats)[number]

export const reportFrequencies = ['daily', 'weekly'] as const
export type ReportFrequency = (typeof reportFrequencies)[number]

export const reportRunStatuses = ['pending', 'sent', 'failed'] as const
export type ReportRunStatus = (typeof reportRunStatuses)[number]
