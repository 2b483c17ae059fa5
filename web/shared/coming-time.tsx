import { RelativeTime } from './relative-time.tsx'
import { useNow } from './use-now.ts'

const dueWithin = 60_000

/** "in 5 hours" of what is yet to come. Once it is due, and for as long as it is late, "any moment". */
export function ComingTime({ moment }: { moment: string }) {
  const isDue = Date.parse(moment) - useNow() < dueWithin
  return isDue ? <time dateTime={moment}>any moment</time> : <RelativeTime moment={moment} />
}
