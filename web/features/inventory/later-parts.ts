import { lazyScreen } from '#web/lib/lazy-screen.ts'

/** What the list is shown without: the form of a SKU's buffer brings its own library. */
export const StockDrawer = lazyScreen(async () => (await import('./stock-drawer.tsx')).StockDrawer)
export const AlertsDrawer = lazyScreen(async () => (await import('./alerts-drawer.tsx')).AlertsDrawer)
