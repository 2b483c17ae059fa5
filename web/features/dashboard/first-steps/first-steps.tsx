import { Suspense } from 'react'
import { laterPart } from '#web/shared/later-part.tsx'
import { useMetrics } from '../api.ts'

const FirstStepsCard = laterPart(async () => (await import('./first-steps-card.tsx')).FirstStepsCard)

/** Nothing at all for a company that sells already, and nothing to load either. */
export function FirstSteps() {
  const { data } = useMetrics()
  return <Suspense>{data?.firstSteps && <FirstStepsCard steps={data.firstSteps} />}</Suspense>
}
