import { type Resolver, useForm } from 'react-hook-form'
import { AddressInput, addressProblems } from '#contract/addresses.ts'
import { t } from '#contract/i18n.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { orderStatusLabels } from '#contract/order-status.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { toast } from '#web/ui/toast.ts'
import { AddressFields } from '../address/address-fields.tsx'
import { DraftNotice, useFormDraft } from '../drafts.tsx'
import { showServerErrors } from '../form-submission.ts'
import { LoadError } from '../query-content.tsx'
import { useNow } from '../relative-time.tsx'
import { ServerErrorAlert } from '../server-error-alert.tsx'
import { type OrderDialogProps, useEditAddress, useFulfill, useLoadOrder, useOrder } from './api.ts'
import { obstacleAfterCorrection } from './fulfill-rules.ts'

type EditAddressDialogProps = OrderDialogProps & {
  /** Inside the Fulfill dialog, which sends the order itself. */
  onlySaves?: boolean
}

export function EditAddressDialog({ order: { id, orderNumber }, onlySaves = false, onClose }: EditAddressDialogProps) {
  const { data: order, error, isFetching, refetch } = useOrder(id)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Edit address for order {orderNumber}', { orderNumber })}
      description={t('Changes this order only.')}
    >
      {error && !order && (
        <LoadError what={t('The order')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!order && !error && <Spinner />}
      {order && <EditAddressForm order={order} onlySaves={onlySaves} onClose={onClose} />}
    </Dialog>
  )
}

type AddressValues = Record<keyof AddressInput, string>

const fields = {
  recipientName: 'recipientName',
  line1: 'line1',
  line2: 'line2',
  city: 'city',
  state: 'state',
  postalCode: 'postalCode',
  country: 'country',
} as const satisfies { [Name in keyof AddressInput]: Name }

const names = Object.keys(fields) as (keyof AddressInput)[]

/** Validates with the same rules as the server (`problemsOfAddress`). */
const resolver: Resolver<AddressValues, unknown, AddressInput> = (values) => {
  const problems = addressProblems(values)
  if (problems.length === 0) return { values: AddressInput.parse(values), errors: {} }
  const errors = problems.toReversed().map(({ field, message }) => [field, { type: 'address', message }])
  return { values: {}, errors: Object.fromEntries(errors) as Partial<Record<keyof AddressValues, { type: string }>> }
}

type EditAddressFormProps = { order: OrderDetail; onlySaves: boolean; onClose: () => void }

function EditAddressForm({ order, onlySaves, onClose }: EditAddressFormProps) {
  const editAddress = useEditAddress()
  const form = useForm({ resolver, defaultValues: toFormValues(order) })
  const { errors, isSubmitting } = form.formState
  const draft = useFormDraft(form, `address of order ${order.id}`)

  const obstacle = obstacleAfterCorrection(order, new Date(useNow()))
  const { send, offerSending } = useSendCorrected(order, obstacle)

  const saveThen = (finish: () => void | Promise<void>) =>
    form.handleSubmit(async (address) => {
      try {
        await editAddress.mutateAsync({ orderId: order.id, ...address })
      } catch (error) {
        return showServerErrors(form, error)
      }
      draft.drop()
      await finish()
      onClose()
    })
  const sends = obstacle === null && !onlySaves
  const saveOnly = saveThen(onlySaves ? () => toast({ title: t('Address saved. Not sent yet.') }) : offerSending)
  const submit = sends ? saveThen(send) : saveOnly

  function cancel() {
    draft.drop()
    onClose()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <DraftNotice draft={draft} />
      <AddressFields control={form.control} names={fields} />
      <ServerErrorAlert error={errors.root?.['server'] ? editAddress.error : null} />
      {obstacle && !onlySaves && (
        <p className="text-sm text-muted">{t('It can’t be sent yet: {obstacle}', { obstacle })}</p>
      )}
      <DialogActions>
        <Button onClick={cancel}>{t('Cancel')}</Button>
        {sends && (
          <Button isPending={isSubmitting} onClick={() => void saveOnly()}>
            {t('Save only')}
          </Button>
        )}
        <Button type="submit" variant="primary" isPending={isSubmitting}>
          {sends ? t('Save and send') : t('Save only')}
        </Button>
      </DialogActions>
    </form>
  )
}

/** What follows once the address is saved: the order is sent with its own choices, or a toast offers that. */
function useSendCorrected({ id: orderId, orderNumber, status }: OrderDetail, obstacle: string | null) {
  const fulfill = useFulfill()
  const loadOrder = useLoadOrder()
  const request = { orderId, insists: false }

  async function send() {
    try {
      await fulfill.mutateAsync(request)
    } catch (error) {
      // Automatic fulfillment may have been faster.
      const order = await loadOrder.mutateAsync(orderId).catch(() => null)
      if (order && (order.transit === 'sending' || order.status === 'sent_to_fulfillment')) {
        return toast({
          title: t('Order Sent'),
          description: t('Order {orderNumber} is being sent to Amazon', { orderNumber }),
        })
      }
      toast({
        variant: 'destructive',
        title: t('Address saved. Not sent.'),
        description: t('Order {orderNumber} has the new address but was not sent. {error}', {
          orderNumber,
          error: errorMessage(error),
        }),
      })
    }
  }

  function offerSending() {
    toast({
      title: t('Address saved. Not sent yet.'),
      description:
        obstacle ??
        t('Order {orderNumber} will stay in All orders as {status} until it’s sent.', {
          orderNumber,
          status: orderStatusLabels[status],
        }),
      ...(obstacle === null && { action: { label: t('Send now'), onSelect: () => fulfill.mutate(request) } }),
    })
  }

  return { send, offerSending }
}

/** An address without a recipient defaults to the customer's name. */
function toFormValues({ shippingAddress, customerName }: OrderDetail): AddressValues {
  const known = names.map((name) => [name, shippingAddress?.[name] ?? ''])
  const values = Object.fromEntries(known) as AddressValues
  return { ...values, recipientName: values.recipientName || (customerName ?? '') }
}
