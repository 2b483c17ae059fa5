export const regions = ['us', 'eu', 'fe'] as const
export type Region = (typeof regions)[number]

export const syncKinds = ['inventory', 'catalog', 'two_way', 'fulfillment', 'drift'] as const
export type SyncKind = (typeof syncKinds)[number]

export const syncModes = ['full', 'delta', 'dry_run'] as const
export type SyncMode = (typeof syncModes)[number]

export const syncRunStatuses = ['running', 'completed', 'failed'] as const
export type SyncRunStatus = (typeof syncRunStatuses)[number]
