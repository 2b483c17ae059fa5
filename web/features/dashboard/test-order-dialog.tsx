import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type { SpeedPreview } from '#contract/fulfillment.ts'
import { firstStepsApi, type TestOrder } from '#contract/first-steps.ts'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import { shippingSpeedLabels } from '#web/shared/orders/order-labels.ts'
import { call } from '#web/lib/api.ts'
import { DaySpan } from '#web/shared/dates.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { rich } from '#web/shared/rich.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/loading.tsx'

/** Asks Amazon about one unit as soon as it opens, and shows the answer. */
export function TestOrderDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const test = useMutation({
    mutationFn: () => call(firstStepsApi.testOrder, {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['first-steps'] }),
  })
  const { mutate } = test
  const wasAsked = useRef(false)
  useEffect(() => {
    if (wasAsked.current) return
    wasAsked.current = true
    mutate()
  }, [mutate])

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Test order')}
      description={t('Gets Amazon’s fees and dates for one unit. Nothing is ordered or reserved.')}
    >
      {test.error && <LoadError what={t('Amazon’s response')} error={test.error} onRetry={() => mutate()} />}
      {!test.data && !test.error && <Spinner label={t('Checking with Amazon…')} />}
      {test.data && <Answer answer={test.data} />}
      <DialogActions>
        <Button onClick={onClose}>{t('Close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function Answer({ answer: { sku, title, destination, speeds } }: { answer: TestOrder }) {
  return (
    <>
      <p>
        {rich(t('One {title} ({sku}) to {destination}:'), {
          title: <strong className="font-medium">{title}</strong>,
          sku: <span className="font-mono text-sm">{sku}</span>,
          destination,
        })}
      </p>
      <ul aria-label={t('Shipping speeds')} className="divide-y rounded-lg border">
        {speeds.map((speed) => (
          <li key={speed.shippingSpeed} className="flex flex-wrap items-baseline justify-between gap-x-4 px-3 py-2">
            <span className="font-medium">{shippingSpeedLabels[speed.shippingSpeed]}</span>
            <Offer speed={speed} />
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        {t('What an order to this address would cost you today. Each order shows this before you send it.')}
      </p>
    </>
  )
}

const muted = (words: ReactNode) => <span className="text-sm text-muted">{words}</span>

function Offer({
  speed: { isFulfillable, fee, earliestArrivalDate, latestArrivalDate, problems },
}: {
  speed: SpeedPreview
}) {
  if (!isFulfillable) return <span className="text-sm text-muted">{problems.join(' ') || t('Not available')}</span>
  return (
    <span>
      {rich(t('{fee} <arrival>arrives {days}</arrival>'), {
        fee: fee && formatMoney(fee.amount, fee.currency),
        days: <DaySpan from={earliestArrivalDate} to={latestArrivalDate} />,
        arrival: muted,
      })}
    </span>
  )
}
