import { RelativeTime } from '#web/shared/relative-time.tsx'
import { useNow } from '#web/shared/use-now.ts'

const minute = 60_000

export function NextAttempt({ at }: { at: string }) {
  const isSoon = Date.parse(at) - useNow() < minute
  if (isSoon) return <>It is sent within a minute.</>
  return (
    <>
      It is tried again <RelativeTime moment={at} />.
    </>
  )
}
