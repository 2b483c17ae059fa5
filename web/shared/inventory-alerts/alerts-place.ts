export const alertsParam = 'alerts'
export const allAlerts = 'all'

/** Every SKU that the figure counts. The filter Low Stock leaves out those with nothing left, which the figure has. */
export const alertsLink = `/inventory?${alertsParam}=${allAlerts}`
