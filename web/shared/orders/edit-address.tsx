import { type Resolver, useForm, useWatch } from 'react-hook-form'
import { AddressInput, addressProblems, needsPostalCode, needsState } from '#contract/addresses.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { toast } from '#web/ui/toast.ts'
import { showServerErrors } from '../form-submission.ts'
import { LoadError } from '../query-content.tsx'
import { useNow } from '../relative-time.tsx'
import { ServerErrorAlert } from '../server-error-alert.tsx'
import { type OrderDialogProps, useEditAddress, useFulfill, useLoadOrder, useOrder } from './api.ts'
import { countryName } from './country-name.ts'
import { obstacleAfterCorrection } from './fulfill-rules.ts'
import { orderStatusLabels } from './order-labels.ts'

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
      title={`Edit address of order ${orderNumber}`}
      description="Changes this order only."
    >
      {error && !order && (
        <LoadError what="The order" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!order && !error && <Spinner />}
      {order && <EditAddressForm order={order} onlySaves={onlySaves} onClose={onClose} />}
    </Dialog>
  )
}

type AddressValues = Record<keyof AddressInput, string>

type FieldLayout = { label: string; isOptional?: boolean; width?: string }

const fields: Record<keyof AddressInput, FieldLayout> = {
  recipientName: { label: 'Recipient', width: 'col-span-full' },
  line1: { label: 'Street', width: 'col-span-full' },
  line2: { label: 'Second line', isOptional: true, width: 'col-span-full' },
  city: { label: 'City' },
  state: { label: 'State' },
  postalCode: { label: 'Postal code' },
  country: { label: 'Country' },
}

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
  const country = useWatch({ control: form.control, name: 'country' })

  const obstacle = obstacleAfterCorrection(order, new Date(useNow()))
  const { send, offerSending } = useSendCorrected(order, obstacle)

  const saveThen = (finish: () => void | Promise<void>) =>
    form.handleSubmit(async (address) => {
      try {
        await editAddress.mutateAsync({ orderId: order.id, ...address })
      } catch (error) {
        return showServerErrors(form, error)
      }
      await finish()
      onClose()
    })
  const sends = obstacle === null && !onlySaves
  const saveOnly = saveThen(onlySaves ? () => toast({ title: 'Address saved. Not sent yet.' }) : offerSending)
  const submit = sends ? saveThen(send) : saveOnly

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div className="grid grid-cols-2 gap-4">
        {names.map((name) => {
          const { label, isOptional = false, width } = fields[name]
          return (
            <div key={name} className={width}>
              <Field
                label={label}
                isOptional={isOptional || isOptionalIn(country.trim().toUpperCase(), name)}
                error={errors[name]?.message}
                hint={name === 'country' ? (countryName(country) ?? 'Two letters, such as US or GB') : undefined}
              >
                {(control) => <Input {...control} {...form.register(name)} autoComplete="off" />}
              </Field>
            </div>
          )
        })}
      </div>
      <ServerErrorAlert error={errors.root?.['server'] ? editAddress.error : null} />
      {obstacle && !onlySaves && <p className="text-sm text-muted">It can’t be sent yet: {obstacle}</p>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        {sends && (
          <Button isPending={isSubmitting} onClick={() => void saveOnly()}>
            Save only
          </Button>
        )}
        <Button type="submit" variant="primary" isPending={isSubmitting}>
          {sends ? 'Save and send' : 'Save only'}
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
        return toast({ title: 'Order Sent', description: `Order ${orderNumber} is on its way to Amazon` })
      }
      toast({
        variant: 'destructive',
        title: 'Address saved. Not sent.',
        description: `Order ${orderNumber} has the new address but was not sent. ${errorMessage(error)}`,
      })
    }
  }

  function offerSending() {
    toast({
      title: 'Address saved. Not sent yet.',
      description:
        obstacle ?? `Order ${orderNumber} stays in All orders as ${orderStatusLabels[status]} until it is sent.`,
      ...(obstacle === null && { action: { label: 'Send now', onSelect: () => fulfill.mutate(request) } }),
    })
  }

  return { send, offerSending }
}

const isOptionalIn = (country: string, name: keyof AddressInput): boolean =>
  (name === 'state' && !needsState(country)) || (name === 'postalCode' && !needsPostalCode(country))

/** An address without a recipient defaults to the customer's name. */
function toFormValues({ shippingAddress, customerName }: OrderDetail): AddressValues {
  const known = names.map((name) => [name, shippingAddress?.[name] ?? ''])
  const values = Object.fromEntries(known) as AddressValues
  return { ...values, recipientName: values.recipientName || (customerName ?? '') }
}
