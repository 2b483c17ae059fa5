import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { line } from '#contract/fields.ts'
import { t } from '#contract/i18n.ts'
import type { OrderFilter } from '#contract/orders.ts'
import type { SavedView } from '#contract/saved-views.ts'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { showServerErrors } from '#web/shared/form-submission.ts'
import { SwitchField } from '#web/shared/form-fields.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { useCreateView, useRemoveView, useUpdateView } from './api.ts'

type SaveViewDialogProps = { filters: OrderFilter; description: string; onClose: () => void }

export function SaveViewDialog({ filters, description, onClose }: SaveViewDialogProps) {
  const createView = useCreateView()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Save view')}
      description={t('Shows orders matching {description}.', { description })}
    >
      <ViewForm
        defaults={{ name: '', isShared: false }}
        action={t('Save view')}
        serverError={createView.error}
        onSave={(fields) => createView.mutateAsync({ ...fields, filters })}
        onClose={onClose}
      />
    </Dialog>
  )
}

export function EditViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const updateView = useUpdateView()
  const { id: viewId, name, isShared } = view
  return (
    <Dialog open onOpenChange={onClose} title={t('Rename or share view')}>
      <ViewForm
        defaults={{ name, isShared }}
        action={t('Save')}
        serverError={updateView.error}
        onSave={(fields) => updateView.mutateAsync({ viewId, ...fields })}
        onClose={onClose}
      />
    </Dialog>
  )
}

export function DeleteViewDialog({ view: { id, name, isShared }, onClose }: { view: SavedView; onClose: () => void }) {
  const removeView = useRemoveView()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Delete the view {name}?', { name })}
      confirmLabel={t('Delete view')}
      isDangerous
      isPending={removeView.isPending}
      onConfirm={() => removeView.mutate({ viewId: id }, { onSuccess: onClose })}
    >
      {isShared
        ? t('Your colleagues will lose it too. Orders and current filters won’t change.')
        : t('You’ll no longer be able to use it. Orders and current filters won’t change.')}
    </ConfirmDialog>
  )
}

const ViewFields = z.object({ name: line(t('Name'), 60), isShared: z.boolean() })

type ViewFields = z.output<typeof ViewFields>

type ViewFormProps = {
  defaults: ViewFields
  action: string
  serverError: unknown
  onSave: (fields: ViewFields) => Promise<unknown>
  onClose: () => void
}

function ViewForm({ defaults, action, serverError, onSave, onClose }: ViewFormProps) {
  const form = useForm({ resolver: zodResolver(ViewFields), defaultValues: defaults })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (fields) => {
    try {
      await onSave(fields)
      onClose()
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field label={t('Name')} error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <SwitchField
        control={form.control}
        name="isShared"
        label={t('Share with colleagues')}
        hint={t('Everyone in your company can use it; only you can change it.')}
      />
      <FormFooter
        action={action}
        serverError={errors.root?.['server'] ? serverError : null}
        isPending={isSubmitting}
        onCancel={onClose}
      />
    </form>
  )
}
