import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { type ConnectedShop, SiteUrl, WoocommerceCredentials } from '#contract/channel-connect.ts'
import { t } from '#contract/i18n.ts'
import { DraftNotice } from '#web/shared/drafts.tsx'
import type { FormDialogControl } from '#web/shared/form-dialog.tsx'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { useFormSaving } from '#web/shared/form-submission.ts'
import { rich } from '#web/shared/rich.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Step, Steps } from '../connect/guide-parts.tsx'
import { useBeginConsent, useConnectWoocommerce } from './api.ts'

export type ShopFormProps = {
  channelId: string | undefined
  dialog: FormDialogControl
  onConnected: (shop: ConnectedShop) => void
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

function ConsentForm({ siteUrl, channelId, dialog, onPasteKeys }: ConsentFormProps) {
  const beginConsent = useBeginConsent()
  const form = useForm({ resolver: zodResolver(ConsentFields), defaultValues: { siteUrl } })
  const { errors, isSubmitting } = form.formState
  const { onSubmit, serverError, draft } = useFormSaving(form, {
    dialog,
    save: (output) => beginConsent.mutateAsync({ ...output, ...(channelId && { channelId }) }),
    onSaved: () => undefined,
  })

  function pasteKeys() {
    draft.drop()
    onPasteKeys(form.getValues('siteUrl'))
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <DraftNotice draft={draft} />
      <Field
        label={t('Shop address')}
        hint={t('Your shop will ask you to approve Lockstep, then bring you back here.')}
        error={errors.siteUrl?.message}
      >
        {(control) => <Input {...control} {...form.register('siteUrl')} {...addressProps} />}
      </Field>
      <ServerErrorAlert error={serverError} />
      <DialogActions>
        <Button onClick={dialog.leave}>{t('Cancel')}</Button>
        <Button onClick={pasteKeys}>{t('Paste keys instead')}</Button>
        <Button type="submit" variant="primary" isPending={isSubmitting || beginConsent.isSuccess}>
          {t('Connect with WooCommerce')}
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

function KeysForm({ siteUrl, channelId, dialog, onConnected }: ShopFormProps & { siteUrl: string }) {
  const connect = useConnectWoocommerce()
  const form = useForm({
    resolver: zodResolver(KeyFields),
    defaultValues: { siteUrl, consumerKey: '', consumerSecret: '' },
  })
  const { errors, isSubmitting } = form.formState
  const typedUrl = useWatch({ control: form.control, name: 'siteUrl' })
  const { onSubmit, serverError, draft } = useFormSaving(form, {
    dialog,
    save: (output) => connect.mutateAsync({ ...output, ...(channelId && { channelId }) }),
    onSaved: onConnected,
    secrets: ['consumerKey', 'consumerSecret'],
  })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <DraftNotice draft={draft} />
      <Field label={t('Shop address')} error={errors.siteUrl?.message}>
        {(control) => <Input {...control} {...form.register('siteUrl')} {...addressProps} />}
      </Field>
      <KeySteps siteUrl={typedUrl} />
      <Field label={t('Consumer key')} error={errors.consumerKey?.message}>
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
      <Field label={t('Consumer secret')} error={errors.consumerSecret?.message}>
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
      <FormFooter action={t('Connect')} serverError={serverError} isPending={isSubmitting} onCancel={dialog.leave} />
    </form>
  )
}

const keyPageLink = (site: string | null) => (words: ReactNode) =>
  site === null ? (
    words
  ) : (
    <a
      href={`${site}/wp-admin/admin.php?page=wc-settings&tab=advanced&section=keys`}
      target="_blank"
      rel="noreferrer"
      className="font-medium text-accent underline underline-offset-2"
    >
      {words}
    </a>
  )

function KeySteps({ siteUrl }: { siteUrl: string }) {
  const site = SiteUrl.safeParse(siteUrl)
  return (
    <Steps>
      <Step
        text={rich(t('In WordPress, open <link>WooCommerce › Settings › Advanced › REST API</link>.'), {
          link: keyPageLink(site.success ? site.data : null),
        })}
      />
      <Step text={t('Press Add key, choose Read/Write permissions and press Generate API key.')} />
      <Step text={t('Copy the consumer key and secret. WooCommerce shows them only once.')} />
    </Steps>
  )
}
