import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { type ConnectedShop, SiteUrl, WoocommerceCredentials } from '#contract/channel-connect.ts'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { showServerErrors } from '#web/shared/form-submission.ts'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Step, Steps } from '../connect/guide-parts.tsx'
import { useBeginConsent, useConnectWoocommerce } from './api.ts'

export type ShopFormProps = {
  channelId: string | undefined
  onConnected: (shop: ConnectedShop) => void
  onCancel: () => void
}

type WoocommerceFormProps = ShopFormProps & { siteUrl: string | undefined; pastesKeys: boolean | undefined }

export function WoocommerceForm({ siteUrl = '', pastesKeys = false, ...form }: WoocommerceFormProps) {
  const [typed, setTyped] = useState(siteUrl)
  const [usesKeys, setUsesKeys] = useState(pastesKeys)
  if (usesKeys) return <KeysForm {...form} siteUrl={typed} />
  return (
    <ConsentForm
      {...form}
      siteUrl={typed}
      onPasteKeys={(address) => {
        setTyped(address)
        setUsesKeys(true)
      }}
    />
  )
}

const ConsentFields = z.object({ siteUrl: SiteUrl })

type ConsentFormProps = Omit<ShopFormProps, 'onConnected'> & {
  siteUrl: string
  onPasteKeys: (typedUrl: string) => void
}

function ConsentForm({ siteUrl, channelId, onCancel, onPasteKeys }: ConsentFormProps) {
  const beginConsent = useBeginConsent()
  const form = useForm({ resolver: zodResolver(ConsentFields), defaultValues: { siteUrl } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (output) => {
    try {
      await beginConsent.mutateAsync({ ...output, ...(channelId && { channelId }) })
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field
        label="Shop address"
        hint="Your shop asks you to approve Lockstep, then brings you back here."
        error={errors.siteUrl?.message}
      >
        {(control) => <Input {...control} {...form.register('siteUrl')} {...addressProps} />}
      </Field>
      <ServerErrorAlert error={errors.root?.['server'] ? beginConsent.error : null} />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button onClick={() => onPasteKeys(form.getValues('siteUrl'))}>Paste keys instead</Button>
        <Button type="submit" variant="primary" isPending={isSubmitting || beginConsent.isSuccess}>
          Connect with WooCommerce
        </Button>
      </DialogActions>
    </form>
  )
}

const addressProps = {
  type: 'url',
  inputMode: 'url',
  placeholder: 'https://shop.example.com',
  autoComplete: 'off',
  spellCheck: false,
} as const

const KeyFields = WoocommerceCredentials.pick({ siteUrl: true, consumerKey: true, consumerSecret: true })

function KeysForm({ siteUrl, channelId, onConnected, onCancel }: ShopFormProps & { siteUrl: string }) {
  const connect = useConnectWoocommerce()
  const form = useForm({
    resolver: zodResolver(KeyFields),
    defaultValues: { siteUrl, consumerKey: '', consumerSecret: '' },
  })
  const { errors, isSubmitting } = form.formState
  const typedUrl = useWatch({ control: form.control, name: 'siteUrl' })

  const submit = form.handleSubmit(async (output) => {
    try {
      onConnected(await connect.mutateAsync({ ...output, ...(channelId && { channelId }) }))
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field label="Shop address" error={errors.siteUrl?.message}>
        {(control) => <Input {...control} {...form.register('siteUrl')} {...addressProps} />}
      </Field>
      <KeySteps siteUrl={typedUrl} />
      <Field label="Consumer key" error={errors.consumerKey?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('consumerKey')}
            placeholder="ck_…"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Consumer secret" error={errors.consumerSecret?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('consumerSecret')}
            type="password"
            placeholder="cs_…"
            autoComplete="new-password"
          />
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

function KeySteps({ siteUrl }: { siteUrl: string }) {
  const site = SiteUrl.safeParse(siteUrl)
  return (
    <Steps>
      <Step
        text={
          <>
            In WordPress, open{' '}
            {site.success ? (
              <a
                href={`${site.data}/wp-admin/admin.php?page=wc-settings&tab=advanced&section=keys`}
                target="_blank"
                rel="noreferrer"
                className="font-medium text-accent underline underline-offset-2"
              >
                WooCommerce › Settings › Advanced › REST API
              </a>
            ) : (
              'WooCommerce › Settings › Advanced › REST API'
            )}
            .
          </>
        }
      />
      <Step text="Press Add key, choose the permissions Read/Write and press Generate API key." />
      <Step text="Copy the consumer key and the consumer secret. WooCommerce shows them once." />
    </Steps>
  )
}
