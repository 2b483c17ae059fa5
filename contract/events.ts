/** Topics of change notifications. Screens refetch the matching lists; no data are sent. */
export const topics = [
  'companies',
  'users',
  'jobs',
  'products',
  'inventory',
  'bulk',
  'marketplace',
  'channels',
  'orders',
  'order-tags',
  'bell',
  'attention',
  'promotions',
  'notifications',
  'settings',
  'reports',
] as const
export type Topic = (typeof topics)[number]

/** The stream of topics (server-sent events), scoped to the company a person works in. */
export const eventsPath = '/api/events'
