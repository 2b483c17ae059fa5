import { z } from 'zod'

const most = 5

/** No personal data: customers are never kept, and orders by their number alone. */
const RecentPlace = z.object({
  kind: z.enum(['order', 'sku', 'product', 'screen']),
  label: z.string(),
  href: z.string(),
})
export type RecentPlace = z.output<typeof RecentPlace>

/** Of one person in one company, in this browser; the newest first. */
export function readRecentPlaces(mark: string): RecentPlace[] {
  try {
    return z.array(RecentPlace).parse(JSON.parse(localStorage.getItem(keyOf(mark)) ?? '[]'))
  } catch {
    return []
  }
}

export function storeRecentPlace(mark: string, place: RecentPlace): void {
  const others = readRecentPlaces(mark).filter(({ href }) => href !== place.href)
  try {
    localStorage.setItem(keyOf(mark), JSON.stringify([place, ...others].slice(0, most)))
  } catch {
    // A browser that keeps nothing shows no recent places.
  }
}

const keyOf = (mark: string) => `lockstep.recent ${mark}`
