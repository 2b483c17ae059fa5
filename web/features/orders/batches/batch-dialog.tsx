import Hourglass from 'lucide-react/icons/hourglass'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { locale, t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import { type BatchResult, type FeeEstimate, type OrderBatch, orderBatchesApi } from '#contract/order-batches.ts'
import { shopOrderText } from '#contract/order-numbers.ts'
import { type BatchAction, type BatchOutcome, type ShippingSpeed, shippingSpeeds } from '#contract/order-status.ts'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { shippingSpeedLabels } from '#web/shared/orders/order-labels.ts'
import { ReasonForm } from '#web/shared/orders/reason-form.tsx'
import { QueryContent } from '#web/shared/query-content.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { type ChosenOrders, useBatch, useFeeEstimate, useStopBatch } from './api.ts'
import { batchActionLabels, BatchProgress } from './batch-progress.tsx'

type BatchDialogProps = { batchId: string; onClose: () => void }

/** Progress of a batch with a result per order. Closing the dialog does not stop the batch. */
export function BatchDialog({ batchId, onClose }: BatchDialogProps) {
  const query = useBatch(batchId)
  const { data: batch } = query
  const stop = useStopBatch()
  const isRunning = batch?.finishedAt === null

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={batch ? batchActionLabels[batch.action].title : t('Multiple orders')}
      description={isRunning ? t('You can close this; it keeps running.') : t('The result for each order.')}
    >
      <QueryContent what={t('The progress')} query={query}>
        {(loaded) => (
          <>
            <BatchProgress batch={loaded} />
            <BatchResults batch={loaded} />
          </>
        )}
      </QueryContent>
      <DialogActions>
        {batch && batch.counts.waiting > 0 && (
          <PermittedButton
            access={orderBatchesApi.stop.access}
            task={t('stop this')}
            isPending={stop.isPending}
            onClick={() => stop.mutate(batch.id)}
          >
            {t('Stop')}
          </PermittedButton>
        )}
        <Button onClick={onClose}>{t('Close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** One line per order; once the batch has finished, refused orders come first. */
function BatchResults({ batch: { action, results, finishedAt } }: { batch: OrderBatch }) {
  const listed = finishedAt === null ? results : [...results].sort(refusedFirst)
  return (
    <ul aria-label={t('Result of each order')} className="max-h-72 divide-y overflow-y-auto rounded-lg border">
      {listed.map((result) => (
        <ResultItem key={result.orderId} action={action} result={result} />
      ))}
    </ul>
  )
}

function ResultItem({ action, result }: { action: BatchAction; result: BatchResult }) {
  const { orderNumber, outcome, status } = result
  const isAsked = action === 'cancel' && outcome === 'done' && status !== 'cancelled'
  const message = isAsked ? t('Amazon has been asked to cancel it.') : result.message
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-4 px-3 py-2">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">{orderNumber}</span>{' '}
        <span className="text-sm text-muted">{shopOrderText(result)}</span>
      </span>
      <BatchOutcomeBadge outcome={outcome} />
      {message && <span className="col-span-full text-sm wrap-anywhere text-muted">{message}</span>}
    </li>
  )
}

const refusedFirst = (one: BatchResult, other: BatchResult) =>
  Number(other.outcome === 'refused') - Number(one.outcome === 'refused')

const outcomeStyles: Record<BatchOutcome, { tone: Tone; icon?: ReactNode; label: string }> = {
  waiting: { tone: 'neutral', icon: <Hourglass aria-hidden />, label: t('Waiting') },
  sending: { tone: 'info', icon: <LoaderCircle aria-hidden className="animate-spin" />, label: t('Sending…') },
  done: { tone: 'success', label: t('Done') },
  refused: { tone: 'danger', label: t('Refused') },
}

function BatchOutcomeBadge({ outcome }: { outcome: BatchOutcome }) {
  const { label, ...style } = outcomeStyles[outcome]
  return <Badge {...style}>{label}</Badge>
}

const ownSpeed = 'own'

const speedOptions: readonly { value: ShippingSpeed | typeof ownSpeed; label: string }[] = [
  { value: ownSpeed, label: t('Each order’s own speed') },
  ...shippingSpeeds.map((speed) => ({ value: speed, label: shippingSpeedLabels[speed] })),
]

type FulfillBatchDialogProps = {
  count: number
  chosen: ChosenOrders
  serverError: unknown
  isPending: boolean
  onSend: (details: { shippingSpeed?: ShippingSpeed }) => void
  onClose: () => void
}

export function FulfillBatchDialog({
  count,
  chosen,
  serverError,
  isPending,
  onSend,
  onClose,
}: FulfillBatchDialogProps) {
  const [speed, setSpeed] = useState<ShippingSpeed | typeof ownSpeed>(ownSpeed)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    onSend(speed === ownSpeed ? {} : { shippingSpeed: speed })
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Fulfill {count, plural, one {# order} other {# orders}}?', { count })}
      description={t(
        'Amazon ships them and charges a fee for each. Orders on hold, short of stock or with an address to correct are skipped, with the reason shown.',
      )}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label={t('Shipping speed')}>
          {(control) => <Select {...control} options={speedOptions} value={speed} onValueChange={setSpeed} />}
        </Field>
        <FeeEstimateText chosen={speed === ownSpeed ? chosen : { ...chosen, shippingSpeed: speed }} />
        <FormFooter action={t('Send to Amazon')} serverError={serverError} isPending={isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** Amazon's fees by earlier quotes, and for how many orders there is none. */
function FeeEstimateText({ chosen }: { chosen: ChosenOrders }) {
  const { data, error } = useFeeEstimate(chosen)
  return (
    <output className="block text-sm text-muted">
      {data ? feeText(data) : error ? t('Amazon’s fees could not be estimated.') : t('Estimating Amazon’s fees…')}
    </output>
  )
}

export function feeText({ sums, orders, estimated }: FeeEstimate): string {
  if (orders === 0) return t('None of these orders can be sent now.')
  if (estimated === 0) return t('No estimate of Amazon’s fees: nothing similar was sent in the last 90 days.')
  const fees = new Intl.ListFormat(locale()).format(sums.map(({ amount, currency }) => formatMoney(amount, currency)))
  const missing = orders - estimated
  if (missing === 0) return t('Amazon’s fees: about {fees}, based on similar orders.', { fees })
  return t(
    'Amazon’s fees: about {fees} for {estimated} of the {orders, plural, one {# order} other {# orders}} that can be sent. No estimate for {missing}: nothing similar was sent in the last 90 days.',
    { fees, estimated, orders, missing },
  )
}

type HoldBatchDialogProps = {
  count: number
  serverError: unknown
  onSend: (details: { reason: string }) => Promise<unknown>
  onClose: () => void
}

export function HoldBatchDialog({ count, serverError, onSend, onClose }: HoldBatchDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Hold {count, plural, one {# order} other {# orders}}?', { count })}
      description={t('They won’t be sent to Amazon until someone releases them. Their units stay reserved.')}
    >
      <ReasonForm
        label={t('Reason')}
        hint={t('Your colleagues will see this in each order.')}
        longest={500}
        draft="hold orders"
        action={t('Hold orders')}
        serverError={serverError}
        onSend={(reason) => onSend({ reason: reason ?? '' })}
        onClose={onClose}
      />
    </Dialog>
  )
}

type CancelBatchDialogProps = {
  count: number
  serverError: unknown
  onSend: (details: { reason?: string }) => Promise<unknown>
  onClose: () => void
}

export function CancelBatchDialog({ count, serverError, onSend, onClose }: CancelBatchDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Cancel {count, plural, one {# order} other {# orders}}?', { count })}
      description={t(
        'Orders not sent yet are cancelled immediately, and their units can be sold again. For orders already at Amazon, Lockstep asks Amazon to cancel, and Amazon may refuse. Channels and customers are notified according to your settings.',
      )}
    >
      <ReasonForm
        label={t('Reason')}
        hint={t('Your colleagues will see this in each order.')}
        longest={500}
        draft="cancel orders"
        isOptional
        isDangerous
        action={t('Cancel orders')}
        cancelLabel={t('Keep orders')}
        serverError={serverError}
        onSend={(reason) => onSend(reason ? { reason } : {})}
        onClose={onClose}
      />
    </Dialog>
  )
}
