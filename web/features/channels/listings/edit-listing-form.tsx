import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { ListingChange } from '#contract/channel-listings.ts'
import { formatMoney } from '#contract/money.ts'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { showServerErrors } from '#web/shared/form-refusal.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useUpdateListing } from './api.ts'
import type { ListingProps } from './listing-props.ts'

const ListingFields = ListingChange.pick({ price: true, externalId: true }).required()

export function EditListingForm({ listing, channel, onClose }: ListingProps & { onClose: () => void }) {
  const { skuId, sku, skuPrice } = listing
  const update = useUpdateListing()
  const form = useForm({
    resolver: zodResolver(ListingFields),
    defaultValues: { price: listing.price ?? '', externalId: listing.externalId ?? '' },
  })
  const { errors, isDirty, isSubmitting, dirtyFields } = form.formState

  const submit = form.handleSubmit(async ({ price, externalId }) => {
    if (!isDirty) return onClose()
    // Only what was typed: what somebody else has changed meanwhile stays.
    const change = { ...(dirtyFields.price && { price }), ...(dirtyFields.externalId && { externalId }) }
    try {
      await update.mutateAsync({ channelId: channel.id, skuId, ...change })
      toast({ title: 'Listing Updated', description: `${sku} has been saved for ${channel.name}` })
      onClose()
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field
        label="Price"
        isOptional
        hint={
          skuPrice
            ? `Leave it empty for the SKU’s price, ${formatMoney(skuPrice)}.`
            : 'The SKU itself has no price yet.'
        }
        error={errors.price?.message}
      >
        {(control) => <Input {...control} {...form.register('price')} inputMode="decimal" autoComplete="off" />}
      </Field>
      <Field
        label="Channel’s own id"
        isOptional
        hint={`What ${channel.name} calls it in its orders, where that is not ${sku}.`}
        error={errors.externalId?.message}
      >
        {(control) => <Input {...control} {...form.register('externalId')} autoComplete="off" spellCheck={false} />}
      </Field>
      <FormFooter
        action="Save Changes"
        serverError={errors.root?.['server'] ? update.error : null}
        isPending={isSubmitting}
        onCancel={onClose}
      />
    </form>
  )
}
