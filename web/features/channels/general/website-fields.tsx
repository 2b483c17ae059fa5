import { useWatch } from 'react-hook-form'
import { type WebsitePlatform, websitePlatformLabels } from '#contract/channel-values.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { SelectField } from '#web/shared/select-field.tsx'
import { platformOptions } from '../website-options.ts'
import type { GroupProps } from './general-fields.ts'
import { TestChannel } from './test-channel.tsx'

/** Who sends the orders, inside a sentence. */
const senderLabels: Record<WebsitePlatform, string> = { ...websitePlatformLabels, standard: 'your own website' }

export function WebsiteFields({ form, channel }: GroupProps) {
  const { errors, dirtyFields, disabled } = form.formState
  const platform = useWatch({ control: form.control, name: 'platform' })
  return (
    <DrawerSection title="Website">
      <SelectField control={form.control} name="platform" label="Platform" options={platformOptions} />
      {platform !== channel.platform && (
        <Alert tone="warning" title="Orders will be read differently">
          From then on they are taken in only as {senderLabels[platform]} sends them; Connect shows how. Orders that
          still wait can’t be understood any more.
        </Alert>
      )}
      <Field
        label="Webhook URL"
        isOptional
        hint="Where Lockstep sends order status, tracking numbers, stock and prices. Without it nothing is sent, and the website reads the feed instead."
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
      <TestChannel channelId={channel.id} block={websiteTestBlock(channel.webhookUrl, dirtyFields.webhookUrl)} />
    </DrawerSection>
  )
}

/** A test goes to the address that is saved, not to the one that is typed. */
function websiteTestBlock(saved: string | null, isTyped: boolean | undefined): string | null {
  if (isTyped) return 'Save the new address first; the test goes to the saved one.'
  return saved ? null : 'There is no webhook URL to send to yet.'
}
