import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import {
  type BuiltChannelType,
  builtChannelTypes,
  type ChannelType,
  channelTypeLabels,
  channelTypes,
  type ShopType,
  websitePlatforms,
} from '#contract/channel-values.ts'
import { ChannelInput } from '#contract/channels.ts'
import { t } from '#contract/i18n.ts'
import { DraftNotice } from '#web/shared/drafts.tsx'
import { FormDialog, type FormDialogControl } from '#web/shared/form-dialog.tsx'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { useFormSaving } from '#web/shared/form-submission.ts'
import { SelectField, SwitchField } from '#web/shared/form-fields.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useCreateChannel } from './api.ts'
import { isShop, platformOptions } from './channel-kind.ts'
import { connectDescription, ConnectShop } from './connect-shop/connect-shop.tsx'

type AddChannelDialogProps = {
  onCreated: (channelId: string) => void
  /** Opens the matching screen of a shop that has been connected. */
  onMatch: (channelId: string) => void
  onClose: () => void
}

/** Creates a website or Meta shop, or connects a shop by its API, as the type says. */
export function AddChannelDialog({ onCreated, onMatch, onClose }: AddChannelDialogProps) {
  const [type, setType] = useState<BuiltChannelType | ShopType>('website')
  const [isConnected, setIsConnected] = useState(false)

  const closeAnd = (next: (channelId: string) => void) => (channelId: string) => {
    onClose()
    next(channelId)
  }

  return (
    <FormDialog
      title={t('Add Channel')}
      description={isShop(type) ? connectDescription : t('We’ll create the keys, then show you how to connect.')}
      draft={isShop(type) ? `new ${type} shop` : 'channel'}
      onClose={onClose}
    >
      {(dialog) => (
        <>
          {!isConnected && (
            <Field label={t('Type')}>
              {(control) => (
                <Select
                  {...control}
                  options={typeOptions}
                  value={type}
                  onValueChange={(chosen) => isBuilt(chosen) && setType(chosen)}
                />
              )}
            </Field>
          )}
          {isShop(type) ? (
            <ConnectShop
              key={type}
              type={type}
              dialog={dialog}
              onConnected={() => setIsConnected(true)}
              onMatch={closeAnd(onMatch)}
            />
          ) : (
            <AddChannelForm type={type} dialog={dialog} onCreated={closeAnd(onCreated)} />
          )}
        </>
      )}
    </FormDialog>
  )
}

const isBuilt = (type: ChannelType): type is BuiltChannelType | ShopType =>
  isShop(type) || builtChannelTypes.some((built) => built === type)

const typeOptions = channelTypes.map((type) => ({
  value: type,
  label: isBuilt(type) ? channelTypeLabels[type] : t('{type} (coming soon)', { type: channelTypeLabels[type] }),
  isDisabled: !isBuilt(type),
}))

const NewChannel = z.object({
  name: ChannelInput.shape.name,
  platform: z.enum(websitePlatforms),
  isActive: z.boolean(),
})

type NewChannel = z.output<typeof NewChannel>

const emptyChannel: NewChannel = { name: '', platform: 'standard', isActive: true }

type AddChannelFormProps = {
  type: BuiltChannelType
  dialog: FormDialogControl
  onCreated: (channelId: string) => void
}

function AddChannelForm({ type, dialog, onCreated }: AddChannelFormProps) {
  const createChannel = useCreateChannel()
  const form = useForm({ resolver: zodResolver(NewChannel), defaultValues: emptyChannel })
  const { errors, isSubmitting } = form.formState
  const { onSubmit, serverError, draft } = useFormSaving(form, {
    dialog,
    save: ({ platform, ...channel }) =>
      createChannel.mutateAsync({ ...channel, type, ...(type === 'website' && { platform }) }),
    onSaved: ({ id }) => onCreated(id),
  })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <DraftNotice draft={draft} />
      <Field
        label={t('Name')}
        hint={t('For example, your shop’s name. Used in the product feed URL.')}
        error={errors.name?.message}
      >
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      {type === 'website' && (
        <SelectField
          control={form.control}
          name="platform"
          label={t('Platform')}
          hint={t('Sets the order format and signature.')}
          options={platformOptions}
        />
      )}
      <SwitchField control={form.control} name="isActive" label={t('Active')} />
      <FormFooter
        action={t('Create Channel')}
        serverError={serverError}
        isPending={isSubmitting}
        onCancel={dialog.leave}
      />
    </form>
  )
}
