import { rich } from '#web/shared/rich.tsx'
import { type SubmitEvent, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { type CompanySettings, settingsApi } from '#contract/settings.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { Day } from '#web/shared/dates.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { useConfirmPhone, useSendPhoneCode } from '../api.ts'

type PhoneConfirmationProps = { settings: CompanySettings }

/** Whether texts reach the alert phone, and how to confirm it. It has a form of its own, so it stands outside the settings' form. */
export function PhoneConfirmation({ settings: { phoneConfirmation, smsService } }: PhoneConfirmationProps) {
  const { number, confirmedAt, obstacle } = phoneConfirmation
  if (number === null) return null
  return (
    <div className="px-4 pt-4 md:px-5">
      {obstacle !== null ? (
        <Alert tone="warning" title={t('Texts aren’t reaching {number}', { number })}>
          {obstacle}
        </Alert>
      ) : confirmedAt === null ? (
        <UnconfirmedPhone {...phoneConfirmation} number={number} canText={smsService.isConfigured} />
      ) : (
        <p className="text-sm text-muted">
          {rich(t('Alerts are texted to {number}. Confirmed on {day}.'), { number, day: <Day moment={confirmedAt} /> })}
        </p>
      )}
    </div>
  )
}

type UnconfirmedPhoneProps = { number: string; codeSentAt: string | null; canText: boolean }

function UnconfirmedPhone({ number, codeSentAt, canText }: UnconfirmedPhoneProps) {
  const sendCode = useSendPhoneCode()
  return (
    <Alert
      tone="warning"
      title={t('{number} is not confirmed', { number })}
      action={
        canText && (
          <PermittedButton
            size="small"
            access={settingsApi.sendPhoneCode.access}
            task={t('confirm the alert phone')}
            isPending={sendCode.isPending}
            onClick={() => sendCode.mutate()}
          >
            {codeSentAt === null ? t('Send code') : t('Send again')}
          </PermittedButton>
        )
      }
    >
      <p>
        {codeSentAt === null
          ? t('To get alerts by text, enter the code we send to this number.')
          : t('We texted you a code. Enter the six digits within 10 minutes.')}
      </p>
      {codeSentAt !== null && <CodeForm />}
    </Alert>
  )
}

function CodeForm() {
  const [code, setCode] = useState('')
  const confirm = useConfirmPhone()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    confirm.mutate(code.trim())
  }

  return (
    <form
      noValidate
      aria-label={t('Code from the text')}
      onSubmit={submit}
      className="mt-3 flex flex-wrap items-end gap-2"
    >
      <Field label={t('Code')} error={confirm.error ? errorMessage(confirm.error) : undefined}>
        {(control) => (
          <Input
            {...control}
            value={code}
            onChange={({ target }) => setCode(target.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            className="max-w-32"
          />
        )}
      </Field>
      <PermittedButton
        type="submit"
        access={settingsApi.confirmPhone.access}
        task={t('confirm the alert phone')}
        isPending={confirm.isPending}
      >
        {t('Confirm')}
      </PermittedButton>
    </form>
  )
}
