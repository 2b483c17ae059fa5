import { formatDistanceStrict } from 'date-fns'
import { useContext } from 'react'
import { TimeZone } from './time-zone.ts'
import { useNow } from './use-now.ts'

/** "5 minutes ago", with the exact time in the company's time zone on hover. */
export function RelativeTime({ moment }: { moment: string }) {
  const now = useNow()
  const timeZone = useContext(TimeZone)
  return (
    <time className="whitespace-nowrap" dateTime={moment} title={exactly(moment, timeZone)}>
      {describeDistance(moment, now)}
    </time>
  )
}

function describeDistance(moment: string, now: number): string {
  const distance = now - Date.parse(moment)
  if (Math.abs(distance) < 60_000) return 'less than a minute ago'
  return formatDistanceStrict(moment, now, { addSuffix: true })
}

function exactly(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'long', timeZone }).format(new Date(moment))
}
