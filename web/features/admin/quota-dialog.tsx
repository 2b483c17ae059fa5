import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { QuotaInput, type CompanyQuota, type CompanyRow } from '#contract/admin.ts'
import { locale, t } from '#contract/i18n.ts'
import { countryName, textCountries } from '#contract/phone-countries.ts'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { showServerErrors } from '#web/shared/form-submission.ts'
import { QueryContent } from '#web/shared/query-content.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { useQuota, useSaveQuota } from './api.ts'

type QuotaDialogProps = { company: CompanyRow; onClose: () => void }

/** What a company may send per day, and which countries it may text. */
export function QuotaDialog({ company, onClose }: QuotaDialogProps) {
  const quota = useQuota(company.id)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Message quota for {name}', { name: company.name })}
      description={t('Daily sending limit for this company. Resets at midnight UTC.')}
    >
      <QueryContent what={t('The quota')} query={quota}>
        {(saved) => <QuotaForm companyId={company.id} saved={saved} onClose={onClose} />}
      </QueryContent>
    </Dialog>
  )
}

type QuotaFormProps = { companyId: string; saved: CompanyQuota; onClose: () => void }

const byName = textCountries
  .map((code) => ({ code, name: countryName(code) }))
  .toSorted((one, other) => one.name.localeCompare(other.name, locale()))

const usedText = (used: number, refused: number) =>
  refused > 0 ? t('Today: {used} sent, {refused} refused', { used, refused }) : t('Today: {used} sent', { used })

function QuotaForm({ companyId, saved, onClose }: QuotaFormProps) {
  const save = useSaveQuota()
  const { dailyTexts, dailyMails, textCountries: countries } = saved
  const form = useForm<z.input<typeof QuotaInput>, unknown, z.output<typeof QuotaInput>>({
    resolver: zodResolver(QuotaInput),
    defaultValues: {
      dailyTexts,
      dailyMails,
      textCountries: countries as z.input<typeof QuotaInput>['textCountries'],
    },
  })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (quota) => {
    try {
      await save.mutateAsync({ companyId, ...quota })
      onClose()
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('Texts per day')}
          hint={usedText(saved.textsUsed, saved.textsRefused)}
          error={errors.dailyTexts?.message}
        >
          {(control) => (
            <Input {...control} {...form.register('dailyTexts', { valueAsNumber: true })} type="number" min={0} />
          )}
        </Field>
        <Field
          label={t('Emails per day')}
          hint={usedText(saved.mailsUsed, saved.mailsRefused)}
          error={errors.dailyMails?.message}
        >
          {(control) => (
            <Input {...control} {...form.register('dailyMails', { valueAsNumber: true })} type="number" min={0} />
          )}
        </Field>
      </div>
      <fieldset className="grid gap-1">
        <legend className="font-medium">{t('Countries allowed for texts')}</legend>
        <p className="text-sm text-muted">
          {t('Texts to other countries won’t be sent; the message history shows why.')}
        </p>
        <div className="grid max-h-56 grid-cols-2 gap-x-4 overflow-y-auto rounded-lg border p-3">
          {byName.map(({ code, name }) => (
            <Checkbox key={code} label={name} value={code} {...form.register('textCountries')} />
          ))}
        </div>
      </fieldset>
      <FormFooter
        action={t('Save')}
        serverError={errors.root?.['server'] && save.error}
        isPending={isSubmitting}
        onCancel={onClose}
      />
    </form>
  )
}
