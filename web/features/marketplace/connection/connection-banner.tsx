import { useQueryClient } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { connectionFailures } from '#contract/marketplace-values.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { failureMessages } from './failure-sentences.ts'

/** How the journey to Amazon ended, as the address tells it. */
export function ConnectionBanner() {
  const [params, setParams] = useSearchParams()
  const queryClient = useQueryClient()
  const status = params.get('status')
  const failure = connectionFailures.find((one) => one === params.get('reason'))

  useEffect(() => {
    if (status === 'success') void queryClient.invalidateQueries({ queryKey: ['marketplace'] })
  }, [status, queryClient])

  function dismiss() {
    const next = new URLSearchParams(window.location.search)
    next.delete('status')
    next.delete('reason')
    setParams(next, { replace: true })
  }

  if (status !== 'success' && status !== 'error') return null
  const action = (
    <Button variant="quiet" size="icon" aria-label="Dismiss" className="-my-2" onClick={dismiss}>
      <X aria-hidden />
    </Button>
  )
  return status === 'success' ? (
    <Alert tone="success" action={action}>
      Successfully connected to Amazon! Your inventory will begin syncing shortly.
    </Alert>
  ) : (
    <Alert tone="danger" action={action}>
      <p>Failed to connect to Amazon. Please try again or contact support.</p>
      {failure && <p>{failureMessages[failure]}</p>}
    </Alert>
  )
}
