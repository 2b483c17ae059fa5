import type { ReportSchedule } from '#contract/report-schedules.ts'
import { ServerErrorAlert } from '#web/shared/refusal.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useDeleteSchedule } from './api.ts'
import { describeTimingInline } from './schedule-words.ts'

type DeleteScheduleProps = { schedule: ReportSchedule; onClose: () => void }

/** The question before a schedule goes, with its history. */
export function DeleteSchedule({ schedule, onClose }: DeleteScheduleProps) {
  const deleteSchedule = useDeleteSchedule()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete “${schedule.name}”?`}
      confirmLabel="Delete"
      isDangerous
      isPending={deleteSchedule.isPending}
      onConfirm={() => deleteSchedule.mutate(schedule, { onSuccess: onClose })}
    >
      <p>
        It goes out {describeTimingInline(schedule)}, and doesn’t any more. Its history is deleted with it; mails that
        went out stay where they are. To have it rest for a while, pause it.
      </p>
      <ServerErrorAlert error={deleteSchedule.error} />
    </ConfirmDialog>
  )
}
