import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import History from 'lucide-react/icons/history'
import Pause from 'lucide-react/icons/pause'
import Pencil from 'lucide-react/icons/pencil'
import Play from 'lucide-react/icons/play'
import Send from 'lucide-react/icons/send'
import Trash from 'lucide-react/icons/trash-2'
import { useRef } from 'react'
import type { ReportSchedule } from '#contract/report-schedules.ts'
import { type Access, allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { ActionMenuItem } from '#web/shared/menu-step.tsx'
import { useUrlDetail } from '#web/shared/use-url-detail.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, DropdownMenuItem } from '#web/ui/dropdown-menu.tsx'
import { useRunSchedule, useSwitchSchedule } from './api.ts'
import { readOnlyReason } from './schedule-words.ts'

export type ScheduleDialog = { form: 'edit' | 'delete'; schedule: ReportSchedule }

type ScheduleMenuProps = { schedule: ReportSchedule; access: Access; onOpenDialog: (ask: ScheduleDialog) => void }

export function ScheduleMenu({ schedule, access, onOpenDialog }: ScheduleMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const { role } = useCurrentUser()
  const { open } = useUrlDetail('schedule')
  const switching = useSwitchSchedule(schedule)
  const running = useRunSchedule(schedule)
  const forbidden = allows(access, role) ? null : readOnlyReason
  const isPending = switching.isPending || running.isPending

  /** Dialog and drawer give the focus back to whoever has it now; the menu's item will be gone by then. */
  function afterFocus(act: () => void) {
    trigger.current?.focus()
    act()
  }

  return (
    <DropdownMenu
      align="end"
      trigger={
        <Button
          ref={trigger}
          variant="quiet"
          size="icon"
          isPending={isPending}
          aria-label={`Actions for ${schedule.name}`}
        >
          <EllipsisVertical aria-hidden />
        </Button>
      }
    >
      <ActionMenuItem
        icon={<Pencil aria-hidden />}
        obstacle={forbidden}
        onSelect={() => afterFocus(() => onOpenDialog({ form: 'edit', schedule }))}
      >
        Edit
      </ActionMenuItem>
      <ActionMenuItem
        icon={schedule.isActive ? <Pause aria-hidden /> : <Play aria-hidden />}
        obstacle={forbidden}
        onSelect={() => switching.mutate()}
      >
        {schedule.isActive ? 'Pause' : 'Resume'}
      </ActionMenuItem>
      <ActionMenuItem
        icon={<Send aria-hidden />}
        obstacle={forbidden ?? (schedule.lastRun?.status === 'pending' ? 'It is being sent already.' : null)}
        onSelect={() => running.mutate()}
      >
        Run now
      </ActionMenuItem>
      <DropdownMenuItem onSelect={() => afterFocus(() => open(schedule.id))}>
        <History aria-hidden />
        History
      </DropdownMenuItem>
      <ActionMenuItem
        icon={<Trash aria-hidden />}
        obstacle={forbidden}
        onSelect={() => afterFocus(() => onOpenDialog({ form: 'delete', schedule }))}
      >
        Delete
      </ActionMenuItem>
    </DropdownMenu>
  )
}
