import { actorTypeLabels, type AuditRow } from '#contract/audit.ts'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import type { TableColumn } from '#web/ui/table.tsx'
import { actionLabel } from './deed-words.ts'

export const auditColumns = (onOpen: (entry: AuditRow) => void): readonly TableColumn<AuditRow>[] => [
  {
    header: 'What',
    cell: (entry) => (
      <button
        type="button"
        onClick={() => onOpen(entry)}
        className="min-h-10 text-left font-medium text-accent underline-offset-2 hover:underline md:min-h-8"
      >
        {actionLabel(entry)}
      </button>
    ),
  },
  {
    header: 'Who',
    cell: ({ actorName, actorType }) => (
      <span>
        {actorName}
        {actorType !== 'user' && <span className="block text-muted">{actorTypeLabels[actorType]}</span>}
      </span>
    ),
  },
  { header: 'Address', cell: ({ ipAddress }) => ipAddress ?? <span className="text-muted">—</span> },
  { header: 'When', cell: ({ at }) => <RelativeTime moment={at} /> },
]
