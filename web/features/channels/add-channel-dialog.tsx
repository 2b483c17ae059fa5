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
import { FormFooter } from '#web/shared/form-footer.tsx'
import { showServerErrors } from '#web/shared/form-submission.ts'
import { SelectField, SwitchField } from '#web/shared/form-fields.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
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
    <Dialog
      open
      onOpenChange={onClose}
      title="Add Channel"
      description={isShop(type) ? connectDescription : 'We’ll create the keys, then show you how to connect.'}
    >
      {!isConnected && (
        <Field label="Type">
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
          onConnected={() => setIsConnected(true)}
          onCancel={onClose}
          onMatch={closeAnd(onMatch)}
        />
      ) : (
        <AddChannelForm type={type} onCancel={onClose} onCreated={closeAnd(onCreated)} />
      )}
    </Dialog>
  )
}

const isBuilt = (type: ChannelType): type is BuiltChannelType | ShopType =>
  isShop(type) || builtChannelTypes.some((built) => built === type)

const typeOptions = channelTypes.map((type) => ({
  value: type,
  label: isBuilt(type) ? channelTypeLabels[type] : `${channelTypeLabels[type]} (coming soon)`,
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
  onCancel: () => void
  onCreated: (channelId: string) => void
}

function AddChannelForm({ type, onCancel, onCreated }: AddChannelFormProps) {
  const createChannel = useCreateChannel()
  const form = useForm({ resolver: zodResolver(NewChannel), defaultValues: emptyChannel })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ platform, ...channel }) => {
    try {
      const { id } = await createChannel.mutateAsync({ ...channel, type, ...(type === 'website' && { platform }) })
      onCreated(id)
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field
        label="Name"
        hint="Such as the name of your shop. It is part of the product feed’s address."
        error={errors.name?.message}
      >
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      {type === 'website' && (
        <SelectField
          control={form.control}
          name="platform"
          label="Platform"
          hint="Decides the order format and the signature."
          options={platformOptions}
        />
      )}
      <SwitchField control={form.control} name="isActive" label="Active" />
      <FormFooter
        action="Create Channel"
        serverError={errors.root?.['server'] ? createChannel.error : null}
        isPending={isSubmitting}
        onCancel={onCancel}
      />
    </form>
  )
}
