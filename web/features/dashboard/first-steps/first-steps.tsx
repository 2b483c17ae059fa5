import { Suspense } from 'react'
import { lazyScreen } from '#web/lib/lazy-screen.ts'
import { useMetrics } from '../api.ts'

const FirstStepsCard = lazyScreen(async () => (await import('./first-steps-card.tsx')).FirstStepsCard)

/** Nothing at all for a company that sells already, and nothing to load either. */
export function FirstSteps() {
  const { data } = useMetrics()
  return <Suspense>{data?.firstSteps && <FirstStepsCard steps={data.firstSteps} />}</Suspense>
}
