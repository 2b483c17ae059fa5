import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { type ChannelDetail, ChannelInput, channelsApi, type ChannelSecret, overlapHours } from '#contract/channels.ts'
import { t } from '#contract/i18n.ts'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { showServerErrors } from '#web/shared/form-submission.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { SelectField } from '#web/shared/form-fields.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useReplaceSecret } from '../api.ts'
import { kindOf } from '../channel-kind.ts'
import { secretLabels } from './channel-secrets.ts'
import { type Secrets, useCanSeeSecrets } from './use-secrets.ts'

type ReplaceSecretProps = { secret: ChannelSecret; channel: ChannelDetail; secrets: Secrets }

/** Rotates a secret, or stores one that the website created. */
export function ReplaceSecret({ secret, channel, secrets }: ReplaceSecretProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { noun, isCreatedElsewhere } = secretLabels(secret, kindOf(channel))
  const canSee = useCanSeeSecrets()
  const isMissing = secret === 'apiKey' ? !channel.hasKey : canSee && channel[secret] === null
  const action = isCreatedElsewhere
    ? t('Enter {noun}', { noun })
    : isMissing
      ? t('Create {noun}', { noun })
      : t('Replace {noun}', { noun })
  return (
    <>
      <PermittedButton
        access={channelsApi.rotate.access}
        task={t('replace keys')}
        size="small"
        className="justify-self-start"
        onClick={() => setIsOpen(true)}
      >
        {action}
      </PermittedButton>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={action}>
        <ReplaceSecretForm
          secret={secret}
          action={action}
          channel={channel}
          onCancel={() => setIsOpen(false)}
          onReplaced={(value) => {
            secrets.remember(secret, value)
            setIsOpen(false)
          }}
        />
      </Dialog>
    </>
  )
}

const GeneratedSecret = z.object({ overlap: z.string(), value: z.string() })

const EnteredSecret = GeneratedSecret.extend({ value: ChannelInput.shape.webhookSecret.unwrap() })

type ReplaceSecretFormProps = {
  secret: ChannelSecret
  action: string
  channel: ChannelDetail
  onCancel: () => void
  onReplaced: (value: string) => void
}

function ReplaceSecretForm({ secret, action, channel, onCancel, onReplaced }: ReplaceSecretFormProps) {
  const { label, loss, isCreatedElsewhere } = secretLabels(secret, kindOf(channel))
  const hasOne = channel[secret] !== null
  const replaceSecret = useReplaceSecret()
  const form = useForm({
    resolver: zodResolver(isCreatedElsewhere ? EnteredSecret : GeneratedSecret),
    defaultValues: { overlap: defaultOverlap, value: '' },
  })
  const { errors, isSubmitting } = form.formState
  const overlap = parseOverlap(useWatch({ control: form.control, name: 'overlap' }))

  const submit = form.handleSubmit(async ({ value: entered }) => {
    try {
      const { value } = await replaceSecret.mutateAsync({
        channelId: channel.id,
        secret,
        overlapHours: hasOne ? overlap : 0,
        ...(isCreatedElsewhere && { value: entered }),
      })
      toast({
        title: t('{label} Saved', { label }),
        description: t('{name} now uses the new one', { name: channel.name }),
      })
      onReplaced(value)
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {isCreatedElsewhere && (
        <Field
          label={label}
          hint={t('Copy it from Shopify, where it is shown below the webhooks.')}
          error={errors.value?.message}
        >
          {(control) => <Input {...control} {...form.register('value')} autoComplete="off" spellCheck={false} />}
        </Field>
      )}
      {hasOne && (
        <SelectField
          control={form.control}
          name="overlap"
          label={t('Keep the old one valid')}
          hint={loss(overlap)}
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

type Overlap = (typeof overlapHours)[number]

const overlapLabels: Record<Overlap, string> = {
  0: t('Not at all'),
  1: t('For 1 hour'),
  24: t('For 24 hours'),
  72: t('For 3 days'),
}

const overlapOptions = overlapHours.map((hours) => ({ value: String(hours), label: overlapLabels[hours] }))

const defaultOverlap = '24'

const parseOverlap = (value: string): Overlap => overlapHours.find((hours) => String(hours) === value) ?? 0
