import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { ShopifyCredentials } from '#contract/channel-connect.ts'
import { t } from '#contract/i18n.ts'
import { CodeBlock } from '#web/shared/copyable-code.tsx'
import { DraftNotice } from '#web/shared/drafts.tsx'
import { rich } from '#web/shared/rich.tsx'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { useFormSaving } from '#web/shared/form-submission.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { Step, Steps } from '../connect/guide-parts.tsx'
import { useConnectShopify } from './api.ts'
import type { ShopFormProps } from './woocommerce-form.tsx'

const ShopifyFields = ShopifyCredentials.pick({ shopDomain: true, clientId: true, clientSecret: true })

export function ShopifyForm({ channelId, dialog, onConnected }: ShopFormProps) {
  const connect = useConnectShopify()
  const form = useForm({
    resolver: zodResolver(ShopifyFields),
    defaultValues: { shopDomain: '', clientId: '', clientSecret: '' },
  })
  const { errors, isSubmitting } = form.formState
  const { onSubmit, serverError, draft } = useFormSaving(form, {
    dialog,
    save: (output) => connect.mutateAsync({ ...output, ...(channelId && { channelId }) }),
    onSaved: onConnected,
    secrets: ['clientId', 'clientSecret'],
  })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <DraftNotice draft={draft} />
      <AppSteps />
      <Field
        label={t('Shop name')}
        hint={t('The first part of your shop’s myshopify.com address.')}
        error={errors.shopDomain?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('shopDomain')}
            placeholder="my-shop.myshopify.com"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label={t('Client ID')} error={errors.clientId?.message}>
        {(control) => <Input {...control} {...form.register('clientId')} autoComplete="off" spellCheck={false} />}
      </Field>
      <Field label={t('Client secret')} error={errors.clientSecret?.message}>
        {(control) => (
          <Input {...control} {...form.register('clientSecret')} type="password" autoComplete="new-password" />
        )}
      </Field>
      <FormFooter action={t('Connect')} serverError={serverError} isPending={isSubmitting} onCancel={dialog.leave} />
    </form>
  )
}

/** What an app needs to read orders, keep stock and report shipments. */
const scopes = [
  'read_orders',
  'write_orders',
  'read_products',
  'write_products',
  'read_inventory',
  'write_inventory',
  'read_locations',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
  'read_fulfillments',
  'read_returns',
]

const dashboardLink = (words: ReactNode) => (
  <a
    href="https://dev.shopify.com/dashboard"
    target="_blank"
    rel="noreferrer"
    className="font-medium text-accent underline underline-offset-2"
  >
    {words}
  </a>
)

function AppSteps() {
  return (
    <Steps>
      <Step
        text={rich(
          t('Open the <link>Dev Dashboard</link> with your shop’s account and press Create app. Name it Lockstep.'),
          { link: dashboardLink },
        )}
      />
      <Step text={t('In its first version, paste these scopes and press Release.')}>
        <CodeBlock title={t('Scopes')} code={scopes.join(',')} />
      </Step>
      <Step text={t('On the app’s overview, press Install app and choose your shop.')} />
      <Step text={t('Copy the client ID and client secret from the app’s settings into the fields below.')} />
    </Steps>
  )
}
