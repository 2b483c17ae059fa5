import type { Level, LevelChange, Shop, Variant } from '../state.ts'

const mostLogged = 20_000

/** Changes a level by some units and logs what can be sold from then on. Items that are not tracked have no quantity. */
export function changeLevel(
  shop: Shop,
  variant: Variant,
  locationId: number,
  by: Level,
  who: LevelChange['by'],
  now: Date,
): void {
  const level = variant.levels[locationId]
  if (!level || !variant.isTracked) return
  level.available += by.available
  level.committed += by.committed
  if (by.available !== 0) logLevel(shop, variant, locationId, who, now)
}

export function logLevel(shop: Shop, variant: Variant, locationId: number, by: LevelChange['by'], now: Date): void {
  const available = variant.levels[locationId]?.available ?? 0
  shop.levelLog.push({ at: now.toISOString(), sku: variant.sku, locationId, available, by })
  if (shop.levelLog.length > mostLogged) shop.levelLog.splice(0, shop.levelLog.length - mostLogged)
}
