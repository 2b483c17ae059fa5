import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { ShopifyCredentials } from '#contract/channel-connect.ts'
import { CodeBlock } from '#web/shared/copyable-code.tsx'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { showServerErrors } from '#web/shared/form-submission.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { Step, Steps } from '../connect/guide-parts.tsx'
import { useConnectShopify } from './api.ts'
import type { ShopFormProps } from './woocommerce-form.tsx'

const ShopifyFields = ShopifyCredentials.pick({ shopDomain: true, clientId: true, clientSecret: true })

export function ShopifyForm({ channelId, onConnected, onCancel }: ShopFormProps) {
  const connect = useConnectShopify()
  const form = useForm({
    resolver: zodResolver(ShopifyFields),
    defaultValues: { shopDomain: '', clientId: '', clientSecret: '' },
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (output) => {
    try {
      onConnected(await connect.mutateAsync({ ...output, ...(channelId && { channelId }) }))
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <AppSteps />
      <Field label="Shop name" hint="The first part of its myshopify.com address." error={errors.shopDomain?.message}>
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
      <Field label="Client ID" error={errors.clientId?.message}>
        {(control) => <Input {...control} {...form.register('clientId')} autoComplete="off" spellCheck={false} />}
      </Field>
      <Field label="Client secret" error={errors.clientSecret?.message}>
        {(control) => (
          <Input {...control} {...form.register('clientSecret')} type="password" autoComplete="new-password" />
        )}
      </Field>
      <FormFooter
        action="Connect"
        serverError={errors.root?.['server'] ? connect.error : null}
        isPending={isSubmitting}
        onCancel={onCancel}
      />
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

function AppSteps() {
  return (
    <Steps>
      <Step
        text={
          <>
            Open the{' '}
            <a
              href="https://dev.shopify.com/dashboard"
              target="_blank"
              rel="noreferrer"
              className="font-medium text-accent underline underline-offset-2"
            >
              Dev Dashboard
            </a>{' '}
            with your shop’s account and press Create app. Name it Lockstep.
          </>
        }
      />
      <Step text="In its first version, paste these scopes and press Release.">
        <CodeBlock title="Scopes" code={scopes.join(',')} />
      </Step>
      <Step text="On the app’s overview, press Install app and choose your shop." />
      <Step text="Copy the client ID and the client secret from the app’s settings into the fields below." />
    </Steps>
  )
}
