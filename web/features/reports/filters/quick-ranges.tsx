import type { ReportRange } from '#contract/reports.ts'
import { Button } from '#web/ui/button.tsx'
import { quickRanges } from '../report-days.ts'

type QuickRangesProps = { applied: ReportRange; today: string; onChoose: (range: ReportRange) => void }

export function QuickRanges({ applied, today, onChoose }: QuickRangesProps) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Quick ranges</legend>
      {quickRanges.map(({ label, rangeOn }) => {
        const range = rangeOn(today)
        const isApplied = range.startDate === applied.startDate && range.endDate === applied.endDate
        return (
          <Button
            key={label}
            size="small"
            variant={isApplied ? 'secondary' : 'quiet'}
            aria-pressed={isApplied}
            onClick={() => onChoose(range)}
          >
            {label}
          </Button>
        )
      })}
    </fieldset>
  )
}
