import type { TooltipContentProps } from 'recharts'
import { dayInFull } from '#web/shared/days.ts'
import type { UsageChannel, UsageDay } from './usage-series.ts'
import { inMeasure, type Measure } from './usage-words.ts'

/** The chart adds the first two. */
type UsageTooltipProps = Partial<Pick<TooltipContentProps, 'active' | 'payload'>> & {
  channels: readonly UsageChannel[]
  measure: Measure
  currency: string
}

export function UsageTooltip({ active, payload = [], channels, measure, currency }: UsageTooltipProps) {
  const point = payload[0]?.payload as UsageDay | undefined
  if (!active || !point) return null
  return (
    <div className="rounded-md bg-ink px-2.5 py-1.5 text-sm text-surface shadow-overlay">
      <p>{dayInFull(point.day)}</p>
      <p className="font-semibold">
        {inMeasure(point.total, measure, currency)} {measure === 'uses' ? 'in all' : 'off in all'}
      </p>
      {channels.map(({ id, name }, position) => {
        const amount = point.amounts[position] ?? 0
        return (
          amount > 0 && (
            <p key={id}>
              {name}: {inMeasure(amount, measure, currency)}
            </p>
          )
        )
      })}
    </div>
  )
}
