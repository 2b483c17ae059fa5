import { formatDay } from '#web/shared/days.ts'
import type { UsageChannel, UsageDay } from './usage-series.ts'
import { formatMeasure, type UsageMeasure } from './usage-words.ts'

type UsageTooltipProps = {
  day: UsageDay
  channels: readonly UsageChannel[]
  measure: UsageMeasure
  currency: string
}

export function UsageTooltip({ day: { day, total, amounts }, channels, measure, currency }: UsageTooltipProps) {
  return (
    <>
      <p>{formatDay(day)}</p>
      <p className="font-semibold">
        {formatMeasure(total, measure, currency)} {measure === 'uses' ? 'in all' : 'off in all'}
      </p>
      {channels.map(({ id, name }, position) => {
        const amount = amounts[position] ?? 0
        return (
          amount > 0 && (
            <p key={id}>
              {name}: {formatMeasure(amount, measure, currency)}
            </p>
          )
        )
      })}
    </>
  )
}
