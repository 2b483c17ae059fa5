import { lazyPart } from '#web/shared/lazy-part.tsx'

/** Parts that are not in the first load of the list; the safety buffer's form needs the form library. */
export const StockDrawer = lazyPart(async () => (await import('./stock-drawer.tsx')).StockDrawer)
export const AlertsDrawer = lazyPart(async () => (await import('./alerts-drawer.tsx')).AlertsDrawer)
