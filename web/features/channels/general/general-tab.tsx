import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { feedSlug } from '#contract/channel-values.ts'
import { channelsApi } from '#contract/channels.ts'
import { t } from '#contract/i18n.ts'
import { shippingSpeeds } from '#contract/order-status.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { DraftNotice, useFormDraft } from '#web/shared/drafts.tsx'
import { showServerErrors } from '#web/shared/form-submission.ts'
import { shippingSpeedLabels } from '#web/shared/orders/order-labels.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { rich } from '#web/shared/rich.tsx'
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
  const draft = useFormDraft(form, `channel ${channel.id}`, ['accessToken', 'webhookUrl'])

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
        <DraftNotice draft={draft} />
        <IdentityFields form={form} channel={channel} />
        <ConnectionFields form={form} channel={channel} />
        <OfferFields form={form} channel={channel} />
        <FulfillmentFields form={form} channel={channel} />
        <MessageFields form={form} />
        <ServerErrorAlert error={errors.root?.['server'] ? updateChannel.error : null} />
      </div>
      <div className="sticky bottom-0 z-10 flex flex-wrap justify-end gap-2 border-t bg-raised px-4 py-3">
        {isDirty && <Button onClick={() => form.reset()}>{t('Discard changes')}</Button>}
        <PermittedButton
          access={channelsApi.update.access}
          task={t('change channels')}
          type="submit"
          variant="primary"
          aria-disabled={!isDirty}
          isPending={isSubmitting}
        >
          {t('Save Changes')}
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

const inactiveHint = t(
  'When off, orders received by webhook wait until the channel is on again. Its API key and feed stop working, and it gets no stock updates.',
)

function IdentityFields({ form, channel }: GroupProps) {
  const { errors } = form.formState
  const name = useWatch({ control: form.control, name: 'name' })
  const isFeedMoving = feedSlug(name) !== feedSlug(channel.name)
  return (
    <div className="grid gap-4">
      <Field label={t('Name')} error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      {isFeedMoving && (
        <Alert tone="warning" title={t('The product feed’s address will change')}>
          {rich(
            t(
              'The new address will end in {file}, with a number added if that’s taken. The current address will stop working, so update every program that reads the feed.',
            ),
            { file: <span className="font-mono wrap-anywhere">{`${feedSlug(name)}.json`}</span> },
          )}
        </Alert>
      )}
      <SwitchField control={form.control} name="isActive" label={t('Active')} hint={inactiveHint} />
    </div>
  )
}

function OfferFields({ form }: GroupProps) {
  const { errors, disabled } = form.formState
  return (
    <DrawerSection title={t('Products offered')}>
      <SwitchField
        control={form.control}
        name="offersAllSkus"
        label={t('Offer all SKUs')}
        hint={t('When off, only SKUs marked visible in this channel’s listings are offered.')}
      />
      <Field
        label={t('Safety buffer')}
        hint={t(
          'Units of each SKU held back from this channel. The largest buffer applies: this one, the SKU’s or the company’s.',
        )}
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
        label={t('Product link')}
        isOptional
        hint={t(
          'A product’s address on the website; {sku} is replaced by its SKU. Meta and Google list only products with a link.',
        )}
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
    <DrawerSection title={t('Messages')}>
      <SwitchField
        control={form.control}
        name="messagesCustomers"
        label={t('Email and text this channel’s customers')}
        hint={t('When off, only the channel contacts them.')}
      />
    </DrawerSection>
  )
}

const speedOptions = shippingSpeeds.map((value) => ({ value, label: shippingSpeedLabels[value] }))

function FulfillmentFields({ form }: GroupProps) {
  const { errors } = form.formState
  const isAutomatic = useWatch({ control: form.control, name: 'autoFulfill' })
  return (
    <DrawerSection title={t('Fulfillment')}>
      <SelectField
        control={form.control}
        name="shippingSpeed"
        label={t('Shipping speed')}
        hint={t('For orders that don’t specify one.')}
        options={speedOptions}
      />
      <SwitchField
        control={form.control}
        name="autoFulfill"
        label={t('Fulfill automatically')}
        hint={t('Orders without problems go to Amazon automatically. The others wait for you.')}
      />
      {isAutomatic && (
        <Field
          label={t('Delay in minutes')}
          hint={t('Time to change or cancel an order here before it is sent.')}
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
        label={t('Unbranded packaging')}
        hint={t('Amazon ships this channel’s orders in plain boxes. Orders that can’t ship this way wait for you.')}
      />
      <SwitchField
        control={form.control}
        name="blocksAmazonLogistics"
        label={t('Block Amazon Logistics')}
        hint={t(
          'This channel’s orders ship with other carriers, such as UPS or USPS. This can cost more and take longer.',
        )}
      />
    </DrawerSection>
  )
}
