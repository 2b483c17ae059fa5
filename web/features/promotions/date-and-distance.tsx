import { useContext } from 'react'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { TimeZone } from '#web/shared/time-zone.ts'

type DateWithRelativeTimeProps = { moment: string; hasTime: boolean }

/** Such as "Mar 2, 2026" and beneath it "in 5 days", by the company's calendar and clocks. */
export function DateWithRelativeTime({ moment, hasTime }: DateWithRelativeTimeProps) {
  const timeZone = useContext(TimeZone)
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    ...(hasTime && { timeStyle: 'short' }),
    timeZone,
  })
  return (
    <>
      <span className="whitespace-nowrap">{format.format(new Date(moment))}</span>{' '}
      <span className="block text-sm text-muted">
        <RelativeTime moment={moment} />
      </span>
    </>
  )
}
