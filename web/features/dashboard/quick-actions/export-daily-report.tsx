import Download from 'lucide-react/icons/download'
import { reportsApi } from '#contract/reports.ts'
import { allows, roleLabels } from '#contract/roles.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { useMetrics } from '../api.ts'

/** The sales report over the company's today, as a workbook; the browser saves it while the server is still writing. */
export function ExportDailyReport() {
  const { role } = useCurrentUser()
  const { data, error } = useMetrics()
  const face = (
    <>
      <Download aria-hidden />
      Export Daily Report
    </>
  )
  if (!allows(reportsApi.export.access, role)) {
    return (
      <BlockedButton reason={`Your role is ${roleLabels[role]}. Operations and Admin can export.`}>
        {face}
      </BlockedButton>
    )
  }
  if (!data) {
    return <BlockedButton reason={error ? 'Which day it is couldn’t be loaded.' : 'Loading...'}>{face}</BlockedButton>
  }
  const day = { startDate: data.today, endDate: data.today }
  return (
    <LinkButton href={pathWithQuery(reportsApi.export, { type: 'sales', ...day, format: 'xlsx' })} download>
      {face}
    </LinkButton>
  )
}
