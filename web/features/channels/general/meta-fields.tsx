import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { SwitchField } from '#web/shared/switch-field.tsx'
import type { GroupProps } from './general-fields.ts'
import { TestChannel } from './test-channel.tsx'

export function MetaFields({ form, channel }: GroupProps) {
  const { errors, dirtyFields } = form.formState
  const isTyped = dirtyFields.accessToken ?? dirtyFields.commerceAccountId ?? dirtyFields.catalogId
  return (
    <DrawerSection title="Meta">
      <Field label="Commerce account ID" isOptional error={errors.commerceAccountId?.message}>
        {(control) => (
          <Input {...control} {...form.register('commerceAccountId')} inputMode="numeric" autoComplete="off" />
        )}
      </Field>
      <Field label="Catalog ID" isOptional error={errors.catalogId?.message}>
        {(control) => <Input {...control} {...form.register('catalogId')} inputMode="numeric" autoComplete="off" />}
      </Field>
      <Field
        label="Access token"
        isOptional
        hint={
          channel.hasAccessToken
            ? 'One is stored. It is never shown again; type a new one to replace it.'
            : 'Of a system user of your Meta business. It is stored encrypted and never shown again.'
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
        label="Takes orders"
        hint="Off, only the catalog is kept up to date: right for a shop whose customers pay on your website."
      />
    </DrawerSection>
  )
}

function metaTestBlock(hasAccessToken: boolean, isTyped: boolean | undefined): string | null {
  if (isTyped) return 'Save the changes first; the test goes by what is saved.'
  return hasAccessToken ? null : 'There is no access token yet.'
}
