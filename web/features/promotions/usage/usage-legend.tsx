import { seriesShade } from '#web/shared/chart/series-shade.ts'
import type { UsageChannel } from './usage-series.ts'
import { formatMeasure, type UsageMeasure } from './usage-words.ts'

type UsageLegendProps = { channels: readonly UsageChannel[]; measure: UsageMeasure; currency: string }

export function UsageLegend({ channels, measure, currency }: UsageLegendProps) {
  return (
    <ul aria-label="By channel" className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {channels.map(({ id, name, total }, position) => (
        <li key={id} className="flex min-w-0 items-center gap-1.5">
          <svg aria-hidden viewBox="0 0 10 10" className="size-2.5 shrink-0">
            <rect width="10" height="10" rx="2" fill={seriesShade(position)} />
          </svg>
          <span className="wrap-anywhere text-muted">{name}</span>
          <span className="font-medium">{formatMeasure(total, measure, currency)}</span>
        </li>
      ))}
    </ul>
  )
}
