import { zodResolver } from '@hookform/resolvers/zod'
import { useContext, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { SelectField } from '#web/shared/select-field.tsx'
import { TimeZone } from '#web/shared/time-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { DateTimeField } from '../form/moment-field.tsx'
import { useChannelChoices } from '#web/shared/use-channel-choices.ts'
import { cartFields, type CartOutput, type CartValues, emptyCart, noChannel } from './cart-fields.ts'
import { CartLines } from './cart-lines.tsx'

type CartFormProps = {
  isPending: boolean
  onPrice: (cart: CartOutput) => void
  /** The cart is no longer the one that was priced. */
  onChange: () => void
}

export function CartForm({ isPending, onPrice, onChange }: CartFormProps) {
  const timeZone = useContext(TimeZone)
  const channels = useChannelChoices()
  const form = useForm<CartValues, unknown, CartOutput>({
    resolver: zodResolver(cartFields(timeZone)),
    defaultValues: emptyCart,
  })
  const { subscribe } = form

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ type }) => type && onChange() }),
    [subscribe, onChange],
  )

  const submit = form.handleSubmit(onPrice)

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <CartLines form={form} />
      <Field
        label="Codes"
        isOptional
        hint="Separate several by commas or spaces"
        error={form.formState.errors.codes?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('codes')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          control={form.control}
          name="channelId"
          label="Channel"
          options={[{ value: noChannel, label: 'No channel' }, ...channels]}
        />
        <DateTimeField
          control={form.control}
          name="at"
          label="Moment"
          hint={`Empty means now; the time of ${timeZone}`}
        />
      </div>
      <Button type="submit" variant="primary" isPending={isPending} className="justify-self-end">
        Price the cart
      </Button>
    </form>
  )
}
