import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { feedSlug } from '#contract/channel-values.ts'
import { channelsApi } from '#contract/channels.ts'
import { shippingSpeeds } from '#contract/order-status.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { showServerErrors } from '#web/shared/form-submission.ts'
import { shippingSpeedLabels } from '#web/shared/orders/order-labels.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { SelectField, SwitchField } from '#web/shared/form-fields.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { useUpdateChannel } from '../api.ts'
import { isShop } from '../channel-kind.ts'
import type { ChannelTabProps } from '../channel-tab.ts'
import { MetaFields, WebsiteFields } from './connection-fields.tsx'
import {
  changedFields,
  GeneralFields,
  type GeneralForm as GeneralFormState,
  type GroupProps,
  toGeneralValues,
} from './general-fields.ts'
import { ShopFields, ShopSections } from './shop-settings.tsx'

type GeneralProps = Pick<ChannelTabProps, 'channel' | 'onDirtyChange' | 'onTabChange'>

export function GeneralTab({ channel, onDirtyChange, onTabChange }: GeneralProps) {
  const match = () => onTabChange('matching')
  return (
    <>
      {/* Outside of the form, because their dialogs have forms of their own. */}
      <ShopSections channel={channel} onMatch={match} />
      <GeneralForm channel={channel} onDirtyChange={onDirtyChange} />
    </>
  )
}

function GeneralForm({ channel, onDirtyChange }: Omit<GeneralProps, 'onTabChange'>) {
  const { role } = useCurrentUser()
  const updateChannel = useUpdateChannel()
  const form: GeneralFormState = useForm({
    resolver: zodResolver(GeneralFields),
    defaultValues: toGeneralValues(channel),
    disabled: !allows(channelsApi.update.access, role),
  })
  const { errors, isDirty, isSubmitting, dirtyFields } = form.formState

  // A colleague's saved changes appear in the form; dirty fields keep what was typed.
  useEffect(() => form.reset(toGeneralValues(channel), { keepDirtyValues: true }), [form, channel])

  useEffect(() => {
    onDirtyChange(isDirty)
    return () => onDirtyChange(false)
  }, [isDirty, onDirtyChange])

  const submit = form.handleSubmit(async (output) => {
    try {
      const saved = await updateChannel.mutateAsync({ channelId: channel.id, ...changedFields(output, dirtyFields) })
      form.reset(toGeneralValues(saved))
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <div className="grid min-w-0 gap-6 p-4">
        <IdentityFields form={form} channel={channel} />
        <ConnectionFields form={form} channel={channel} />
        <OfferFields form={form} channel={channel} />
        <FulfillmentFields form={form} channel={channel} />
        <MessageFields form={form} />
        <ServerErrorAlert error={errors.root?.['server'] ? updateChannel.error : null} />
      </div>
      <div className="sticky bottom-0 z-10 flex flex-wrap justify-end gap-2 border-t bg-raised px-4 py-3">
        {isDirty && <Button onClick={() => form.reset()}>Discard changes</Button>}
        <PermittedButton
          access={channelsApi.update.access}
          task="change channels"
          type="submit"
          variant="primary"
          aria-disabled={!isDirty}
          isPending={isSubmitting}
        >
          Save Changes
        </PermittedButton>
      </div>
    </form>
  )
}

/** The fields of the connection; a type that this release doesn't know has none. */
function ConnectionFields({ form, channel }: GroupProps) {
  if (isShop(channel.type)) return <ShopFields form={form} channel={channel} />
  if (channel.type === 'meta_shops') return <MetaFields form={form} channel={channel} />
  return channel.type === 'website' ? <WebsiteFields form={form} channel={channel} /> : null
}

const inactiveHint =
  'While it is off, orders that arrive by webhook wait and are taken in when it is on again. Its API key and feed don’t answer, and it is sent no stock.'

function IdentityFields({ form, channel }: GroupProps) {
  const { errors } = form.formState
  const name = useWatch({ control: form.control, name: 'name' })
  const isFeedMoving = feedSlug(name) !== feedSlug(channel.name)
  return (
    <div className="grid gap-4">
      <Field label="Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      {isFeedMoving && (
        <Alert tone="warning" title="The product feed moves">
          Its address will end in <span className="font-mono wrap-anywhere">{feedSlug(name)}.json</span>, or with a
          number added where that is taken. Whoever reads it at the present address finds nothing there until you tell
          them the new one.
        </Alert>
      )}
      <SwitchField control={form.control} name="isActive" label="Active" hint={inactiveHint} />
    </div>
  )
}

function OfferFields({ form }: GroupProps) {
  const { errors, disabled } = form.formState
  return (
    <DrawerSection title="What it offers">
      <SwitchField
        control={form.control}
        name="offersAllSkus"
        label="Offer all SKUs"
        hint="Off, only the SKUs that are set to visible in this channel’s listings are offered."
      />
      <Field
        label="Safety buffer"
        hint="Units of each SKU that this channel never sells. The largest of this, the SKU’s and the company’s buffer counts."
        error={errors.safetyBuffer?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('safetyBuffer', { valueAsNumber: true })}
            inputMode="numeric"
            autoComplete="off"
            className="max-w-40"
          />
        )}
      </Field>
      <Field
        label="Product link"
        isOptional
        hint="Where a product stands on the website; {sku} is replaced by its SKU. Meta and Google list only what has a link."
        error={errors.productUrl?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('productUrl')}
            type="url"
            placeholder={disabled ? undefined : 'https://shop.example.com/products/{sku}'}
            autoComplete="off"
          />
        )}
      </Field>
    </DrawerSection>
  )
}

function MessageFields({ form }: Pick<GroupProps, 'form'>) {
  return (
    <DrawerSection title="Messages">
      <SwitchField
        control={form.control}
        name="messagesCustomers"
        label="Email and text customers of this channel"
        hint="When off, only the channel writes to them."
      />
    </DrawerSection>
  )
}

const speedOptions = shippingSpeeds.map((value) => ({ value, label: shippingSpeedLabels[value] }))

function FulfillmentFields({ form }: GroupProps) {
  const { errors } = form.formState
  const isAutomatic = useWatch({ control: form.control, name: 'autoFulfill' })
  return (
    <DrawerSection title="Fulfillment">
      <SelectField
        control={form.control}
        name="shippingSpeed"
        label="Shipping speed"
        hint="For orders that don’t name one."
        options={speedOptions}
      />
      <SwitchField
        control={form.control}
        name="autoFulfill"
        label="Fulfill automatically"
        hint="Orders that need nobody’s attention go to Amazon by themselves. The others wait for you."
      />
      {isAutomatic && (
        <Field
          label="Delay in minutes"
          hint="Time in which an order can still be changed or cancelled here."
          error={errors.autoFulfillDelayMinutes?.message}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('autoFulfillDelayMinutes', { valueAsNumber: true })}
              inputMode="numeric"
              autoComplete="off"
              className="max-w-40"
            />
          )}
        </Field>
      )}
      <SwitchField
        control={form.control}
        name="blankBox"
        label="Boxes without Amazon’s name"
        hint="Amazon ships this channel’s orders in plain boxes. What can’t go in one is refused and waits for you."
      />
      <SwitchField
        control={form.control}
        name="blocksAmazonLogistics"
        label="Never by Amazon’s own carrier"
        hint="Other carriers, such as UPS or USPS, bring this channel’s orders. That can cost more and take longer."
      />
    </DrawerSection>
  )
}
