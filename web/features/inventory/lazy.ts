import { lazyPart } from '#web/shared/lazy-part.tsx'

/** What the list is shown without: the form of a SKU's buffer brings its own library. */
export const StockDrawer = lazyPart(async () => (await import('./stock-drawer.tsx')).StockDrawer)
export const AlertsDrawer = lazyPart(async () => (await import('./alerts-drawer.tsx')).AlertsDrawer)
