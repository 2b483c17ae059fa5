import { FormDialog } from '#web/shared/form-dialog.tsx'
import { useCreateSchedule } from './api.ts'
import { emptySchedule } from './schedule-fields.ts'
import { ScheduleForm } from './schedule-form.tsx'

type CreateDialogProps = { fallback: string | null; onClose: () => void }

export function CreateDialog({ fallback, onClose }: CreateDialogProps) {
  const createSchedule = useCreateSchedule()
  return (
    <FormDialog title="New schedule" description="A report that goes out by itself." onClose={onClose}>
      {(dialog) => (
        <ScheduleForm
          defaultValues={emptySchedule}
          fallback={fallback}
          action="Create schedule"
          dialog={dialog}
          save={(schedule) => createSchedule.mutateAsync(schedule)}
          onSaved={onClose}
        />
      )}
    </FormDialog>
  )
}
