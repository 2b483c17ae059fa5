import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import {
  builtChannelTypes,
  type ChannelType,
  channelTypeLabels,
  channelTypes,
  websitePlatforms,
} from '#contract/channel-values.ts'
import { ChannelInput } from '#contract/channels.ts'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { showServerErrors } from '#web/shared/form-submission.ts'
import { SelectField, SwitchField } from '#web/shared/form-fields.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { useCreateChannel } from './api.ts'
import { platformOptions } from './channel-kind.ts'

type AddChannelDialogProps = { onCreated: (channelId: string) => void; onClose: () => void }

export function AddChannelDialog({ onCreated, onClose }: AddChannelDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add Channel"
      description="Its keys are made for you. How to connect it comes next."
    >
      <AddChannelForm
        onCancel={onClose}
        onCreated={(channelId) => {
          onClose()
          onCreated(channelId)
        }}
      />
    </Dialog>
  )
}

const NewChannel = z.object({
  name: ChannelInput.shape.name,
  type: z.enum(builtChannelTypes),
  platform: z.enum(websitePlatforms),
  isActive: z.boolean(),
})

type NewChannel = z.output<typeof NewChannel>

const emptyChannel: NewChannel = { name: '', type: 'website', platform: 'standard', isActive: true }

const isBuilt = (type: ChannelType) => builtChannelTypes.some((built) => built === type)

const typeOptions = channelTypes.map((type) => ({
  value: type,
  label: isBuilt(type) ? channelTypeLabels[type] : `${channelTypeLabels[type]} (coming soon)`,
  isDisabled: !isBuilt(type),
}))

type AddChannelFormProps = { onCancel: () => void; onCreated: (channelId: string) => void }

function AddChannelForm({ onCancel, onCreated }: AddChannelFormProps) {
  const createChannel = useCreateChannel()
  const form = useForm({ resolver: zodResolver(NewChannel), defaultValues: emptyChannel })
  const { errors, isSubmitting } = form.formState
  const type = useWatch({ control: form.control, name: 'type' })

  const submit = form.handleSubmit(async ({ platform, ...channel }) => {
    try {
      const { id } = await createChannel.mutateAsync({
        ...channel,
        ...(channel.type === 'website' && { platform }),
      })
      onCreated(id)
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field
        label="Name"
        hint="Such as the name of your shop. The product feed’s address is made of it."
        error={errors.name?.message}
      >
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <SelectField control={form.control} name="type" label="Type" options={typeOptions} />
      {type === 'website' && (
        <SelectField
          control={form.control}
          name="platform"
          label="Platform"
          hint="What the website runs on decides how it signs and words its orders."
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
