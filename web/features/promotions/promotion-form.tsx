import { zodResolver } from '@hookform/resolvers/zod'
import { useContext, useState } from 'react'
import { type Control, useController, useForm, type UseFormReturn } from 'react-hook-form'
import { t } from '#contract/i18n.ts'
import { type PromotionType, promotionTypes } from '#contract/promotion-state.ts'
import type { PromotionRow } from '#contract/promotions.ts'
import { DraftNotice } from '#web/shared/drafts.tsx'
import { FormDialog, type FormDialogControl } from '#web/shared/form-dialog.tsx'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { SwitchField } from '#web/shared/form-fields.tsx'
import { TimeZone } from '#web/shared/relative-time.tsx'
import { useChannelChoices } from '#web/shared/channels.tsx'
import { useFormSaving } from '#web/shared/form-submission.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useCreatePromotion, useReloadPromotion, useUpdatePromotion } from './api.ts'
import { DateTimeField } from './date-time-field.tsx'
import {
  emptyPromotion,
  promotionFields,
  type PromotionOutput,
  type PromotionValues,
  toCopyValues,
  toPromotionValues,
} from './promotion-fields.ts'

type CreatePromotionDialogProps = {
  /** Initial values of a copy, and the description that says what was copied. */
  draft?: { values: PromotionValues; description: string }
  onClose: () => void
}

export function CreatePromotionDialog({ draft, onClose }: CreatePromotionDialogProps) {
  const createPromotion = useCreatePromotion()
  return (
    <FormDialog
      title={t('Create Promotion')}
      description={draft?.description ?? t('A code customers enter, or an automatic discount.')}
      draft={draft ? null : 'promotion'}
      onClose={onClose}
    >
      {(dialog) => (
        <PromotionForm
          defaultValues={draft?.values ?? emptyPromotion}
          action={t('Create Promotion')}
          dialog={dialog}
          save={(promotion) => createPromotion.mutateAsync(promotion)}
          onSaved={onClose}
        />
      )}
    </FormDialog>
  )
}

type PromotionDialogProps = { promotion: PromotionRow; onClose: () => void }

export function CopyPromotionDialog({ promotion, onClose }: PromotionDialogProps) {
  const timeZone = useContext(TimeZone)
  const [draft] = useState(() => ({
    values: toCopyValues(promotion, timeZone),
    description: t('A copy of {title}, without a code and inactive until you activate it.', {
      title: promotion.title,
    }),
  }))
  return <CreatePromotionDialog draft={draft} onClose={onClose} />
}

export function EditPromotionDialog({ promotion, onClose }: PromotionDialogProps) {
  // Optimistic locking: the form keeps the version it was opened with, so that a colleague's change is not overwritten.
  const [original, setOriginal] = useState<PromotionRow>(promotion)
  const timeZone = useContext(TimeZone)
  const reloadPromotion = useReloadPromotion()
  const updatePromotion = useUpdatePromotion()
  const { id: promotionId, version } = original

  return (
    <FormDialog title={t('Edit Promotion')} draft={`promotion ${promotionId}`} onClose={onClose}>
      {(dialog) => (
        <PromotionForm
          key={version}
          defaultValues={toPromotionValues(original, timeZone)}
          action={t('Save Changes')}
          dialog={dialog}
          original={original}
          save={(fields) => updatePromotion.mutateAsync({ promotionId, version, ...fields })}
          onSaved={onClose}
          onReload={() => reloadPromotion.mutate(promotionId, { onSuccess: setOriginal })}
        />
      )}
    </FormDialog>
  )
}

type PromotionFormProps = {
  defaultValues: PromotionValues
  action: string
  dialog: FormDialogControl
  save: (promotion: PromotionOutput) => Promise<unknown>
  onSaved: () => void
  /** The edited promotion as it was opened; missing for a new one. */
  original?: PromotionRow
  onReload?: () => void
}

function PromotionForm(props: PromotionFormProps) {
  const { defaultValues, action, dialog, save, onSaved, original = null, onReload } = props
  const timeZone = useContext(TimeZone)
  const form = useForm<PromotionValues, unknown, PromotionOutput>({
    resolver: zodResolver(promotionFields({ timeZone, original })),
    defaultValues,
  })
  const { errors, isSubmitting } = form.formState
  const { onSubmit, serverError, draft } = useFormSaving(form, { dialog, save, onSaved })
  const isLocked = original?.isRedeemed ?? false

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <DraftNotice draft={draft} />
      <Field label={t('Title')} error={errors.title?.message}>
        {(control) => <Input {...control} {...form.register('title')} autoComplete="off" />}
      </Field>
      <CodeField form={form} isLocked={isLocked} />
      <Field label={t('Description')} isOptional error={errors.description?.message}>
        {(control) => <Textarea {...control} {...form.register('description')} rows={2} />}
      </Field>
      <ValueFields form={form} isLocked={isLocked} />
      <LimitFields form={form} redemptionCount={original?.redemptionCount ?? 0} />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateTimeField
          control={form.control}
          name="startsAt"
          label={t('Starts')}
          hint={t('Leave empty to start now')}
        />
        <DateTimeField control={form.control} name="endsAt" label={t('Ends')} hint={t('Leave empty for no end date')} />
        <p className="text-sm text-muted sm:col-span-full">{t('Time zone: {timeZone}.', { timeZone })}</p>
      </div>
      <ChannelsField control={form.control} />
      <SwitchField
        control={form.control}
        name="isStackable"
        label={t('Stackable')}
        hint={t('Can be combined with other stackable promotions.')}
      />
      <SwitchField control={form.control} name="isActive" label={t('Active')} />
      <FormFooter
        action={action}
        serverError={serverError}
        isPending={isSubmitting}
        onCancel={dialog.leave}
        onReload={onReload}
      />
    </form>
  )
}

type PromotionFormReturn = UseFormReturn<PromotionValues, unknown, PromotionOutput>

/** `isLocked`: an order has used the promotion, so code and type can no longer change. */
type LockableFieldProps = { form: PromotionFormReturn; isLocked: boolean }

function CodeField({ form, isLocked }: LockableFieldProps) {
  const { code } = form.formState.errors
  if (isLocked) {
    return (
      <Field
        label={t('Code')}
        isOptional
        hint={t('An order has used this promotion, so its code can’t be changed.')}
        error={code?.message}
      >
        {(control) => <Input {...control} disabled value={form.getValues('code') ?? ''} className="font-mono" />}
      </Field>
    )
  }
  return (
    <Field
      label={t('Code')}
      isOptional
      hint={t('What customers enter; leave empty for automatic promotions')}
      error={code?.message}
    >
      {(control) => (
        <Input
          {...control}
          {...form.register('code')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono"
        />
      )}
    </Field>
  )
}

const typeLabels: Record<PromotionType, string> = { percent: t('Percentage off'), flat: t('Flat amount off') }

const typeOptions = promotionTypes.map((type) => ({ value: type, label: typeLabels[type] }))

const valueInputs: Record<PromotionType, { step: string; hint: string }> = {
  percent: { step: '1', hint: t('Percent of the subtotal, up to 100') },
  flat: { step: '0.01', hint: t('Taken off the subtotal once') },
}

function ValueFields({ form, isLocked }: LockableFieldProps) {
  const { field } = useController({ control: form.control, name: 'type' })
  const { errors } = form.formState
  const { step, hint } = valueInputs[field.value]
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t('Type')}
        hint={isLocked ? t('An order has used this promotion, so its type can’t be changed.') : undefined}
        error={errors.type?.message}
      >
        {(control) => (
          <Select
            {...control}
            ref={field.ref}
            options={typeOptions}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            disabled={isLocked}
          />
        )}
      </Field>
      <Field label={t('Value')} hint={hint} error={errors.value?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('value')}
            type="number"
            min={0}
            step={step}
            inputMode="decimal"
            autoComplete="off"
            // Scrolling over a focused number input would change its value.
            onWheel={(event) => event.currentTarget.blur()}
          />
        )}
      </Field>
    </div>
  )
}

type LimitFieldsProps = { form: PromotionFormReturn; redemptionCount: number }

/** Text inputs: a number input reads as '' while it holds invalid text, and here empty means no limit. */
function LimitFields({ form, redemptionCount }: LimitFieldsProps) {
  const { errors } = form.formState
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t('Minimum order')}
        isOptional
        hint={t('Minimum subtotal to qualify')}
        error={errors.minSubtotal?.message}
      >
        {(control) => <Input {...control} {...form.register('minSubtotal')} inputMode="decimal" autoComplete="off" />}
      </Field>
      <Field
        label={t('Maximum uses')}
        isOptional
        hint={
          redemptionCount > 0
            ? t('Leave empty for unlimited; {used, plural, one {# use} other {# uses}} so far', {
                used: redemptionCount,
              })
            : t('Leave empty for unlimited')
        }
        error={errors.maxRedemptions?.message}
      >
        {(control) => (
          <Input {...control} {...form.register('maxRedemptions')} inputMode="numeric" autoComplete="off" />
        )}
      </Field>
    </div>
  )
}

type ChannelsFieldProps = { control: Control<PromotionValues, unknown, PromotionOutput> }

/** A selected channel that no longer exists stays selected: an empty selection would mean all channels. */
function ChannelsField({ control }: ChannelsFieldProps) {
  const { field, fieldState } = useController({ control, name: 'channelIds' })
  const channels = useChannelChoices()
  const chosen = field.value

  const toggle = (id: string) =>
    field.onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])

  return (
    <fieldset className="grid gap-1">
      <legend className="font-medium">{t('Channels')}</legend>
      <p className="text-sm text-muted">
        {chosen.length === 0
          ? t('No channels selected. Applies to all channels.')
          : t('Applies only to the selected channels.')}
      </p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {channels.map(({ value, label }, position) => (
          <Checkbox
            key={value}
            ref={position === 0 ? field.ref : undefined}
            label={label}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
        ))}
      </div>
      {fieldState.error && (
        <p role="alert" className="text-sm text-danger">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  )
}
