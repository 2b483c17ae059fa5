import Download from 'lucide-react/icons/download'
import { bulkApi } from '#contract/bulk.ts'
import { allows } from '#contract/roles.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'

export function DownloadErrors({ changeSetId }: { changeSetId: string }) {
  const { role } = useCurrentUser()
  const face = (
    <>
      <Download aria-hidden />
      Download errors
    </>
  )
  return allows(bulkApi.errors.access, role) ? (
    <LinkButton size="small" href={pathWithQuery(bulkApi.errors, { changeSetId })} download>
      {face}
    </LinkButton>
  ) : (
    <BlockedButton size="small" reason="Your role is Read Only. Operations and Admin can download errors.">
      {face}
    </BlockedButton>
  )
}
