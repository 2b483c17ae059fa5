import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { type ChannelDetail, ChannelInput, type ChannelSecret } from '#contract/channels.ts'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { showServerErrors } from '#web/shared/form-refusal.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useReplaceSecret } from '../api.ts'
import { kindOf } from '../channel-kind.ts'
import { SelectField } from '#web/shared/select-field.tsx'
import { parseOverlap, overlapOptions, overlapSentence, defaultOverlap } from './overlap.ts'
import { secretLabels } from './secret-words.ts'

const MadeHere = z.object({ overlap: z.string(), value: z.string() })
const MadeElsewhere = MadeHere.extend({ value: ChannelInput.shape.webhookSecret.unwrap() })

type ReplaceSecretFormProps = {
  secret: ChannelSecret
  action: string
  channel: ChannelDetail
  onCancel: () => void
  onReplaced: (value: string) => void
}

export function ReplaceSecretForm({ secret, action, channel, onCancel, onReplaced }: ReplaceSecretFormProps) {
  const { label, loss, isGiven } = secretLabels(secret, kindOf(channel))
  const hasOne = channel[secret] !== null
  const replaceSecret = useReplaceSecret()
  const form = useForm({
    resolver: zodResolver(isGiven ? MadeElsewhere : MadeHere),
    defaultValues: { overlap: defaultOverlap, value: '' },
  })
  const { errors, isSubmitting } = form.formState
  const overlap = parseOverlap(useWatch({ control: form.control, name: 'overlap' }))

  const submit = form.handleSubmit(async ({ value: given }) => {
    try {
      const { value } = await replaceSecret.mutateAsync({
        channelId: channel.id,
        secret,
        overlapHours: hasOne ? overlap : 0,
        ...(isGiven && { value: given }),
      })
      toast({ title: `${label} Saved`, description: `${channel.name} works with the new one now` })
      onReplaced(value)
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {isGiven && (
        <Field
          label={label}
          hint="Copy it from where Shopify shows it, below its webhooks."
          error={errors.value?.message}
        >
          {(control) => <Input {...control} {...form.register('value')} autoComplete="off" spellCheck={false} />}
        </Field>
      )}
      {hasOne && (
        <SelectField
          control={form.control}
          name="overlap"
          label="How long the present one stays good"
          hint={overlapSentence(overlap, loss)}
          options={overlapOptions}
        />
      )}
      <FormFooter
        action={action}
        serverError={errors.root?.['server'] ? replaceSecret.error : null}
        isPending={isSubmitting}
        onCancel={onCancel}
      />
    </form>
  )
}
