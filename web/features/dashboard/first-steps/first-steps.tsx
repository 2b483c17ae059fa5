import { Suspense } from 'react'
import { lazyPart } from '#web/shared/later-part.tsx'
import { useMetrics } from '../api.ts'

const FirstStepsCard = lazyPart(async () => (await import('./first-steps-card.tsx')).FirstStepsCard)

/** Nothing at all for a company that sells already, and nothing to load either. */
export function FirstSteps() {
  const { data } = useMetrics()
  return <Suspense>{data?.firstSteps && <FirstStepsCard steps={data.firstSteps} />}</Suspense>
}
