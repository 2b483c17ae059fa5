import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { type Package, Tracking } from '#contract/fulfillment.ts'
import { t } from '#contract/i18n.ts'
import { obstacleTo } from '#contract/order-actions.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { trackingUrlOf } from '#contract/tracking.ts'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { DraftNotice } from '../drafts.tsx'
import { FormDialog, type FormDialogControl } from '../form-dialog.tsx'
import { FormFooter } from '../form-footer.tsx'
import { useFormSaving } from '../form-submission.ts'
import { LoadError } from '../query-content.tsx'
import { useNow } from '../relative-time.tsx'
import { ServerErrorAlert } from '../server-error-alert.tsx'
import { type OrderDialogProps, useCorrectTracking, useOrder, useShip } from './api.ts'
import { UnitChoice } from './fulfill-dialog.tsx'
import { chosenItems, type Units, unitsOf, unsentLines } from './fulfill-rules.ts'

/** A parcel that the seller ships himself. */
export function ShipDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
  const { data: order, error, isFetching, refetch } = useOrder(id)
  return (
    <FormDialog
      title={t('Ship order {orderNumber} yourself', { orderNumber })}
      description={t('You pack it and hand it to a carrier. The shop and the customer get the tracking number.')}
      draft={`ship order ${id}`}
      onClose={onClose}
    >
      {(dialog) => (
        <>
          {error && !order && (
            <LoadError what={t('The order')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
          )}
          {!order && !error && <Spinner />}
          {order && <ShipForm order={order} dialog={dialog} onShipped={onClose} />}
        </>
      )}
    </FormDialog>
  )
}

const trackingFields = {
  carrier: Tracking.shape.carrier,
  trackingNumber: Tracking.shape.trackingNumber,
  trackingUrl: z
    .string()
    .transform((typed) => typed.trim() || null)
    .pipe(Tracking.shape.trackingUrl.unwrap()),
}

const ShipFields = z.object({
  ...trackingFields,
  /** A day; the server takes a moment. */
  shippedAt: z.iso.date(t('Enter the ship date')),
})

type ShipFormProps = { order: OrderDetail; dialog: FormDialogControl; onShipped: () => void }

function ShipForm({ order, dialog, onShipped }: ShipFormProps) {
  const [units, setUnits] = useState<Units>({})
  const now = new Date(useNow())
  const ship = useShip()
  const form = useForm({
    resolver: zodResolver(ShipFields),
    defaultValues: { carrier: '', trackingNumber: '', trackingUrl: '', shippedAt: dayOf(now) },
  })
  const { errors, isSubmitting } = form.formState
  const items = chosenItems(order, units)
  const hasUnits = unsentLines(order).some(({ id }) => unitsOf(order, units, id) > 0)
  const block = obstacleTo('ship', order, now) ?? (hasUnits ? null : t('Choose at least one unit.'))
  const { onSubmit, serverError, draft } = useFormSaving(form, {
    dialog,
    save: ({ shippedAt, ...tracking }) => {
      // Today is now: the server knows the hour. Noon of another day is that day in every time zone nearby.
      const moment = shippedAt === dayOf(now) ? undefined : new Date(`${shippedAt}T12:00`).toISOString()
      const parcel = { ...tracking, ...(moment && { shippedAt: moment }), ...(items && { items }) }
      return ship.mutateAsync({ orderId: order.id, ...parcel })
    },
    onSaved: onShipped,
  })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <DraftNotice draft={draft} />
      <UnitChoice order={order} units={units} onUnitsChange={setUnits} />
      <TrackingInputs form={form} />
      <Field label={t('Ship date')} error={errors.shippedAt?.message}>
        {(control) => <Input {...control} type="date" max={dayOf(now)} {...form.register('shippedAt')} />}
      </Field>
      <ServerErrorAlert error={serverError} />
      <DialogActions>
        <Button onClick={dialog.leave}>{t('Cancel')}</Button>
        {block ? (
          <BlockedButton variant="primary" reason={block}>
            {t('Mark as shipped')}
          </BlockedButton>
        ) : (
          <Button type="submit" variant="primary" isPending={isSubmitting}>
            {t('Mark as shipped')}
          </Button>
        )}
      </DialogActions>
    </form>
  )
}

/** The day in the browser's time zone, as date inputs have it. */
const dayOf = (moment: Date): string =>
  [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map((part) => String(part).padStart(2, '0')).join('-')

type TrackingValues = Record<keyof typeof trackingFields, string>

/** Carriers with a tracking page that we know. */
const carriers = ['UPS', 'USPS', 'FedEx', 'DHL', 'OnTrac', 'Canada Post', 'Purolator', 'Royal Mail']

function TrackingInputs<Values extends TrackingValues, Output>({
  form,
}: {
  form: UseFormReturn<Values, unknown, Output>
}) {
  const { register, formState } = form as unknown as UseFormReturn<TrackingValues>
  const { errors } = formState
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('Carrier')} error={errors.carrier?.message}>
          {(control) => <Input {...control} list="carriers" autoComplete="off" {...register('carrier')} />}
        </Field>
        <Field label={t('Tracking number')} error={errors.trackingNumber?.message}>
          {(control) => <Input {...control} autoComplete="off" spellCheck={false} {...register('trackingNumber')} />}
        </Field>
      </div>
      <datalist id="carriers">
        {carriers.map((carrier) => (
          <option key={carrier}>{carrier}</option>
        ))}
      </datalist>
      <Field
        label={t('Tracking link')}
        isOptional
        hint={t('Leave empty to use the carrier’s tracking page, if Lockstep knows it.')}
        error={errors.trackingUrl?.message}
      >
        {(control) => <Input {...control} type="url" autoComplete="off" {...register('trackingUrl')} />}
      </Field>
    </>
  )
}

type EditTrackingDialogProps = { order: OrderDetail; parcel: Package; onClose: () => void }

/** Corrects what was mistyped on a parcel of the seller's. */
export function EditTrackingDialog({ order, parcel, onClose }: EditTrackingDialogProps) {
  return (
    <FormDialog
      title={t('Edit tracking')}
      description={
        order.channelName
          ? t('{channelName} will be notified again.', { channelName: order.channelName })
          : t('The order’s timeline keeps the old number.')
      }
      draft={`tracking of ${parcel.id}`}
      onClose={onClose}
    >
      {(dialog) => <EditTrackingForm order={order} parcel={parcel} dialog={dialog} onSaved={onClose} />}
    </FormDialog>
  )
}

type EditTrackingFormProps = { order: OrderDetail; parcel: Package; dialog: FormDialogControl; onSaved: () => void }

function EditTrackingForm({ order, parcel, dialog, onSaved }: EditTrackingFormProps) {
  const correct = useCorrectTracking()
  const form = useForm({ resolver: zodResolver(z.object(trackingFields)), defaultValues: toTrackingValues(parcel) })
  const { onSubmit, serverError, draft } = useFormSaving(form, {
    dialog,
    save: (tracking) => correct.mutateAsync({ orderId: order.id, packageId: parcel.id, ...tracking }),
    onSaved,
  })
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <DraftNotice draft={draft} />
      <TrackingInputs form={form} />
      <FormFooter
        action={t('Save tracking')}
        serverError={serverError}
        isPending={form.formState.isSubmitting}
        onCancel={dialog.leave}
      />
    </form>
  )
}

/** A link that follows from carrier and number is left empty, so that it follows the corrected ones. */
function toTrackingValues({ carrier, trackingNumber, trackingUrl }: Package): TrackingValues {
  const isDerived = trackingUrl === trackingUrlOf(carrier, trackingNumber)
  return {
    carrier: carrier ?? '',
    trackingNumber: trackingNumber ?? '',
    trackingUrl: isDerived ? '' : (trackingUrl ?? ''),
  }
}
