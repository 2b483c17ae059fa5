import type { Package } from '#contract/fulfillment.ts'
import { formatCount } from '#web/lib/figures.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { carrierStatusLabel } from './carrier-words.ts'

/** What the carrier says, newest first. */
export function PackageEvents({ events }: Pick<Package, 'events'>) {
  return (
    <details className="text-sm">
      <summary className="min-h-10 content-center text-muted md:min-h-6">
        {formatCount(events.length, 'tracking event')}
      </summary>
      <ol aria-label="Tracking events" className="mt-1 divide-y border-t">
        {events.map(({ id, eventType, description, location, timestamp }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              {description ?? carrierStatusLabel(eventType)}
              {location && <span className="text-muted">, {location}</span>}
            </span>
            <span className="text-muted">
              <RelativeTime moment={timestamp} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
