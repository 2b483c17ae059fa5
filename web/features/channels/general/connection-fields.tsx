import Eye from 'lucide-react/icons/eye'
import Send from 'lucide-react/icons/send'
import { useWatch } from 'react-hook-form'
import { websitePlatformLabels } from '#contract/channel-values.ts'
import { channelsApi } from '#contract/channels.ts'
import { t } from '#contract/i18n.ts'
import { maskedPart } from '#contract/masking.ts'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { SelectField, SwitchField } from '#web/shared/form-fields.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { useRevealSecret, useTestChannel } from '../api.ts'
import { platformOptions } from '../channel-kind.ts'
import type { GroupProps } from './general-fields.ts'

export function WebsiteFields({ form, channel }: GroupProps) {
  const { errors, dirtyFields, disabled } = form.formState
  const platform = useWatch({ control: form.control, name: 'platform' })
  return (
    <DrawerSection title={t('Website')}>
      <SelectField control={form.control} name="platform" label={t('Platform')} options={platformOptions} />
      {platform !== channel.platform && (
        <Alert tone="warning" title={t('The order format will change')}>
          {t(
            'After you save, only orders in this format are accepted: {platform}. See Connect for how to send them. Waiting orders will become unreadable.',
            { platform: websitePlatformLabels[platform] },
          )}
        </Alert>
      )}
      <Field
        label={t('Webhook URL')}
        isOptional
        hint={t(
          'Lockstep sends order status, tracking numbers, stock and prices here. If empty, nothing is sent; the website reads the feed instead.',
        )}
        error={errors.webhookUrl?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('webhookUrl')}
            type="url"
            placeholder={disabled ? undefined : 'https://shop.example.com/lockstep'}
            autoComplete="off"
          />
        )}
      </Field>
      <WholeUrl form={form} channel={channel} />
      <TestChannel channelId={channel.id} block={websiteTestBlock(channel.webhookUrl, dirtyFields.webhookUrl)} />
    </DrawerSection>
  )
}

/** Secret parts of the saved URL are hidden; it has to be whole to be changed. Revealing it is audited. */
function WholeUrl({ form, channel }: GroupProps) {
  const reveal = useRevealSecret(channel.id)
  const typed = useWatch({ control: form.control, name: 'webhookUrl' })
  if (!typed?.includes(maskedPart)) return null

  async function show() {
    const { value } = await reveal.mutateAsync('webhookUrl')
    form.resetField('webhookUrl', { defaultValue: value ?? '' })
  }

  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-sm text-muted">{t('Secret parts are hidden. The URL stays the same unless you change it.')}</p>
      <PermittedButton
        access={channelsApi.reveal.access}
        task={t('see the whole URL')}
        size="small"
        isPending={reveal.isPending}
        onClick={() => void show().catch(ignoreFailure)}
      >
        <Eye aria-hidden />
        {t('Reveal URL')}
      </PermittedButton>
    </div>
  )
}

/** useRevealSecret shows the toast. */
const ignoreFailure = () => undefined

/** Why the test is blocked: it uses the saved URL, not the typed one. */
function websiteTestBlock(saved: string | null, isTyped: boolean | undefined): string | null {
  if (isTyped) return t('Save the new address first; the test uses the saved one.')
  return saved ? null : t('There is no webhook URL to send to yet.')
}

export function MetaFields({ form, channel }: GroupProps) {
  const { errors, dirtyFields } = form.formState
  const isTyped = dirtyFields.accessToken ?? dirtyFields.commerceAccountId ?? dirtyFields.catalogId
  return (
    <DrawerSection title={t('Meta')}>
      <Field label={t('Commerce account ID')} isOptional error={errors.commerceAccountId?.message}>
        {(control) => (
          <Input {...control} {...form.register('commerceAccountId')} inputMode="numeric" autoComplete="off" />
        )}
      </Field>
      <Field label={t('Catalog ID')} isOptional error={errors.catalogId?.message}>
        {(control) => <Input {...control} {...form.register('catalogId')} inputMode="numeric" autoComplete="off" />}
      </Field>
      <Field
        label={t('Access token')}
        isOptional
        hint={
          channel.hasAccessToken
            ? t('A token is saved and won’t be shown again. Enter a new one to replace it.')
            : t('From a system user in your Meta business. Stored encrypted and never shown again.')
        }
        error={errors.accessToken?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('accessToken')}
            type="password"
            autoComplete="new-password"
            placeholder={channel.hasAccessToken ? '••••••••••••' : undefined}
          />
        )}
      </Field>
      <TestChannel channelId={channel.id} block={metaTestBlock(channel.hasAccessToken, isTyped)} />
      <SwitchField
        control={form.control}
        name="takesOrders"
        label={t('Import orders')}
        hint={t('When off, only the catalog is kept up to date. Use this if customers pay on your website.')}
      />
    </DrawerSection>
  )
}

function metaTestBlock(hasAccessToken: boolean, isTyped: boolean | undefined): string | null {
  if (isTyped) return t('Save your changes first; the test uses the saved settings.')
  return hasAccessToken ? null : t('There is no access token yet.')
}

type TestChannelProps = {
  channelId: string
  /** Reason why the test is blocked, or null. */
  block: string | null
}

/** Tests the connection to the channel and shows the result below the button. */
function TestChannel({ channelId, block }: TestChannelProps) {
  const test = useTestChannel(channelId)
  const content = (
    <>
      <Send aria-hidden />
      {t('Test')}
    </>
  )
  return (
    <div className="grid justify-items-start gap-3">
      {block ? (
        <BlockedButton size="small" reason={block}>
          {content}
        </BlockedButton>
      ) : (
        <PermittedButton
          access={channelsApi.test.access}
          task={t('test channels')}
          size="small"
          isPending={test.isPending}
          onClick={() => test.mutate()}
        >
          {content}
        </PermittedButton>
      )}
      {test.data && !test.isPending && (
        <Alert
          tone={test.data.success ? 'success' : 'danger'}
          title={test.data.success ? t('Connection Successful') : t('Connection Failed')}
        >
          {test.data.message}
        </Alert>
      )}
      <ServerErrorAlert error={test.error} />
    </div>
  )
}
