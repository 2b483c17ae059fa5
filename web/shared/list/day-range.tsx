import { t } from '#contract/i18n.ts'
import { Input } from '#web/ui/field.tsx'

type DayRangeProps = {
  from: string | undefined
  to: string | undefined
  onChange: (days: { from?: string | null; to?: string | null }) => void
}

/** The first and the last day of what a list shows. Each may be open. */
export const DayRange = ({ from, to, onChange }: DayRangeProps) => (
  <>
    <DayBox label={t('From')} day={from} onDayChange={(day) => onChange({ from: day })} />
    <DayBox label={t('To')} day={to} onDayChange={(day) => onChange({ to: day })} />
  </>
)

type DayBoxProps = { label: string; day: string | undefined; onDayChange: (day: string | null) => void }

function DayBox({ label, day = '', onDayChange }: DayBoxProps) {
  return (
    <label className="col-span-full grid min-w-0 grid-cols-[2.5rem_1fr] items-center text-sm text-muted sm:col-span-1">
      {label}
      <Input
        type="date"
        max="9999-12-31"
        value={day}
        onChange={(event) => onDayChange(event.target.value || null)}
        className="min-w-0"
      />
    </label>
  )
}
