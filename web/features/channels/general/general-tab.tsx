import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { channelsApi } from '#contract/channels.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { showServerErrors } from '#web/shared/form-refusal.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { ServerErrorAlert } from '#web/shared/refusal.tsx'
import { Button } from '#web/ui/button.tsx'
import { useUpdateChannel } from '../api.ts'
import type { ChannelTabProps } from '../channel-tab-props.ts'
import { FulfillmentFields } from './fulfillment-fields.tsx'
import { changedFields, GeneralFields, type GeneralForm, toGeneralValues } from './general-fields.ts'
import { IdentityFields } from './identity-fields.tsx'
import { MetaFields } from './meta-fields.tsx'
import { OfferFields } from './offer-fields.tsx'
import { WebsiteFields } from './website-fields.tsx'

export function GeneralTab({ channel, onDirtyChange }: Pick<ChannelTabProps, 'channel' | 'onDirtyChange'>) {
  const { role } = useCurrentUser()
  const updateChannel = useUpdateChannel()
  const form: GeneralForm = useForm({
    resolver: zodResolver(GeneralFields),
    defaultValues: toGeneralValues(channel),
    disabled: !allows(channelsApi.update.access, role),
  })
  const { errors, isDirty, isSubmitting, dirtyFields } = form.formState
  const ConnectionFields = channel.type === 'meta_shops' ? MetaFields : WebsiteFields

  // What a colleague saves meanwhile is shown; what is being typed here stays.
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
