import CircleCheck from 'lucide-react/icons/circle-check'
import Download from 'lucide-react/icons/download'
import PackageCheck from 'lucide-react/icons/package-check'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { obstacleTo } from '#contract/order-actions.ts'
import { mostBatchOrders } from '#contract/order-batches.ts'
import { type BatchAction, type ShippingSpeed, shippingSpeeds } from '#contract/order-status.ts'
import { type OrderRow, ordersApi } from '#contract/orders.ts'
import { formatCount, formatNumber } from '#web/lib/format-number.ts'
import { useSingleFlight } from '#web/shared/form-submission.ts'
import { ExportMenu } from '#web/shared/export-menu.tsx'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { shippingSpeedLabels } from '#web/shared/orders/order-labels.ts'
import { ReasonForm } from '#web/shared/orders/reason-form.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import type { OrderSelection } from '../list/selection.ts'
import { useStartBatch } from './api.ts'
import { batchActionLabels, FloatingBar } from './batch-progress.tsx'

type BatchDetails = { reason?: string; shippingSpeed?: ShippingSpeed }

type SelectionBarProps = { selection: OrderSelection; onStarted: (batchId: string) => void }

/** Batch actions and export for the selected orders. */
export function SelectionBar({ selection: { orders, clear }, onStarted }: SelectionBarProps) {
  const [openForm, setOpenForm] = useState<'fulfill' | 'hold' | null>(null)
  const { mutateAsync, isPending, variables, error, reset } = useStartBatch()
  const singleFlight = useSingleFlight()

  async function start(action: BatchAction, details: BatchDetails = {}) {
    const batch = await mutateAsync({ action, orderIds: orders.map(({ id }) => id), ...details })
    setOpenForm(null)
    clear()
    onStarted(batch.id)
  }

  function showForm(action: 'fulfill' | 'hold') {
    reset()
    setOpenForm(action)
  }

  const buttonProps = (action: BatchAction) => ({ action, orders, isPending: isPending && variables.action === action })

  return (
    <FloatingBar label="Selected orders">
      <p className="mr-auto min-w-32 font-medium" aria-live="polite">
        {formatCount(orders.length, 'order')} selected
      </p>
      <BatchButton
        {...buttonProps('acknowledge')}
        icon={<CircleCheck aria-hidden />}
        onPress={() => singleFlight(() => start('acknowledge'))}
      />
      <BatchButton
        {...buttonProps('fulfill')}
        icon={<PackageCheck aria-hidden />}
        onPress={() => showForm('fulfill')}
      />
      <BatchButton {...buttonProps('hold')} icon={<Pause aria-hidden />} onPress={() => showForm('hold')} />
      <BatchButton
        {...buttonProps('release')}
        icon={<Play aria-hidden />}
        onPress={() => singleFlight(() => start('release'))}
      />
      <ExportSelection orders={orders} />
      <Button variant="quiet" onClick={clear}>
        Clear selection
      </Button>
      {openForm === 'fulfill' && (
        <FulfillBatchDialog
          count={orders.length}
          serverError={error}
          isPending={isPending}
          onSend={(details) => singleFlight(() => start('fulfill', details))}
          onClose={() => setOpenForm(null)}
        />
      )}
      {openForm === 'hold' && (
        <HoldBatchDialog
          count={orders.length}
          serverError={error}
          onSend={(details) => start('hold', details)}
          onClose={() => setOpenForm(null)}
        />
      )}
    </FloatingBar>
  )
}

type BatchButtonProps = {
  action: BatchAction
  orders: readonly OrderRow[]
  icon: ReactNode
  isPending?: boolean
  onPress: () => void
}

/** Starts a batch action; blocked with a reason if none of the selected orders allows it. */
function BatchButton({ action, orders, icon, isPending = false, onPress }: BatchButtonProps) {
  const { label } = batchActionLabels[action]
  const reason = obstacleForAll(action, orders)
  const content = (
    <>
      {icon}
      {label}
    </>
  )
  return reason ? (
    <BlockedButton reason={reason}>{content}</BlockedButton>
  ) : (
    <Button isPending={isPending} onClick={onPress}>
      {content}
    </Button>
  )
}

function obstacleForAll(action: BatchAction, orders: readonly OrderRow[]): string | null {
  if (orders.length > mostBatchOrders) return `At most ${formatNumber(mostBatchOrders)} orders can be picked at once.`
  const now = new Date()
  const obstacles = orders.map((order) => obstacleTo(action, order, now))
  if (obstacles.includes(null)) return null
  const [only = null] = obstacles
  return orders.length === 1 ? only : 'None of these orders can have it done as they stand.'
}

/** The ids are part of the export URL, and many proxies reject longer URLs. */
const maxExported = 200

function ExportSelection({ orders }: { orders: readonly OrderRow[] }) {
  if (orders.length > maxExported) {
    return (
      <BlockedButton
        reason={`At most ${formatNumber(maxExported)} picked orders fit into one file. Export without picking has no limit.`}
      >
        <Download aria-hidden />
        Export
      </BlockedButton>
    )
  }
  const orderIds = orders.map(({ id }) => id).join(',')
  return (
    <ExportMenu
      endpoint={ordersApi.export}
      what={formatCount(orders.length, 'selected order')}
      inputFor={(format) => ({ orderIds, format })}
    />
  )
}

const ownSpeed = 'own'

const speedOptions: readonly { value: ShippingSpeed | typeof ownSpeed; label: string }[] = [
  { value: ownSpeed, label: 'Each order’s own speed' },
  ...shippingSpeeds.map((speed) => ({ value: speed, label: shippingSpeedLabels[speed] })),
]

type FulfillBatchDialogProps = {
  count: number
  serverError: unknown
  isPending: boolean
  onSend: (details: { shippingSpeed?: ShippingSpeed }) => void
  onClose: () => void
}

function FulfillBatchDialog({ count, serverError, isPending, onSend, onClose }: FulfillBatchDialogProps) {
  const [speed, setSpeed] = useState<ShippingSpeed | typeof ownSpeed>(ownSpeed)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    onSend(speed === ownSpeed ? {} : { shippingSpeed: speed })
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Fulfill ${formatCount(count, 'order')}?`}
      description="Amazon ships them and charges its fee for each. An order on hold, short of stock or with an address to correct is left as it is, with the reason."
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Shipping speed">
          {(control) => <Select {...control} options={speedOptions} value={speed} onValueChange={setSpeed} />}
        </Field>
        <FormFooter action="Send to Amazon" serverError={serverError} isPending={isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

type HoldBatchDialogProps = {
  count: number
  serverError: unknown
  onSend: (details: { reason: string }) => Promise<unknown>
  onClose: () => void
}

function HoldBatchDialog({ count, serverError, onSend, onClose }: HoldBatchDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Hold ${formatCount(count, 'order')}?`}
      description="They are not sent to Amazon until somebody releases them. Their units stay held for them."
    >
      <ReasonForm
        label="Reason"
        hint="Your colleagues see it in each order."
        longest={500}
        action="Hold orders"
        serverError={serverError}
        onSend={(reason) => onSend({ reason: reason ?? '' })}
        onClose={onClose}
      />
    </Dialog>
  )
}
