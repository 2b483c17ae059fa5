import Download from 'lucide-react/icons/download'
import { bulkApi } from '#contract/bulk.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

export function DownloadTemplate() {
  return (
    <LinkButton href={bulkApi.template.path} download>
      <Download aria-hidden />
      Download Template
    </LinkButton>
  )
}
