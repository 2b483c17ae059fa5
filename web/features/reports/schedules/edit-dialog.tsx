import type { ReportSchedule } from '#contract/report-schedules.ts'
import { FormDialog } from '#web/shared/form-dialog.tsx'
import { useUpdateSchedule } from './api.ts'
import { toFormValues } from './schedule-fields.ts'
import { ScheduleForm } from './schedule-form.tsx'

type EditDialogProps = { schedule: ReportSchedule; onClose: () => void }

export function EditDialog({ schedule, onClose }: EditDialogProps) {
  const updateSchedule = useUpdateSchedule(schedule.id)
  return (
    <FormDialog title="Edit schedule" onClose={onClose}>
      {(dialog) => (
        <ScheduleForm
          defaultValues={toFormValues(schedule)}
          fallback={schedule.fallback}
          action="Save changes"
          dialog={dialog}
          save={(changed) => updateSchedule.mutateAsync(changed)}
          onSaved={onClose}
        />
      )}
    </FormDialog>
  )
}
