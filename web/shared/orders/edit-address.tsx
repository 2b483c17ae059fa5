import { type Resolver, useForm, useWatch } from 'react-hook-form'
import { AddressInput, addressProblems, needsPostalCode, needsState } from '#contract/addresses.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { FormFooter } from '../form-footer.tsx'
import { showServerErrors } from '../form-submission.ts'
import { LoadError } from '../query-content.tsx'
import { type OrderDialogProps, useEditAddress, useOrder } from './api.ts'
import { countryName } from './country-name.ts'

export function EditAddressDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
  const { data: order, error, isFetching, refetch } = useOrder(id)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Edit address of order ${orderNumber}`}
      description="It is where Amazon delivers this order. Other orders of the customer keep theirs."
    >
      {error && !order && (
        <LoadError what="The order" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {!order && !error && <Spinner />}
      {order && <EditAddressForm order={order} onClose={onClose} />}
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

function EditAddressForm({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const editAddress = useEditAddress()
  const form = useForm({ resolver, defaultValues: toFormValues(order) })
  const { errors, isSubmitting } = form.formState
  const country = useWatch({ control: form.control, name: 'country' })

  const submit = form.handleSubmit(async (address) => {
    try {
      await editAddress.mutateAsync({ orderId: order.id, ...address })
      onClose()
    } catch (error) {
      showServerErrors(form, error)
    }
  })

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
      <FormFooter
        action="Save address"
        serverError={errors.root?.['server'] ? editAddress.error : null}
        isPending={isSubmitting}
        onCancel={onClose}
      />
    </form>
  )
}

const isOptionalIn = (country: string, name: keyof AddressInput): boolean =>
  (name === 'state' && !needsState(country)) || (name === 'postalCode' && !needsPostalCode(country))

/** An address without a recipient defaults to the customer's name. */
function toFormValues({ shippingAddress, customerName }: OrderDetail): AddressValues {
  const known = names.map((name) => [name, shippingAddress?.[name] ?? ''])
  const values = Object.fromEntries(known) as AddressValues
  return { ...values, recipientName: values.recipientName || (customerName ?? '') }
}
