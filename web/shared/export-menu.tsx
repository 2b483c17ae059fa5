import Download from 'lucide-react/icons/download'
import { type ExportFormat, exportFormats } from '#contract/fields.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, DropdownMenuItem, DropdownMenuLabel } from '#web/ui/dropdown-menu.tsx'
import { DownloadLink } from './download-link.tsx'

const formatLabels: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'XLSX' }

type ExportMenuProps = {
  endpoint: Download
  /** Describes the rows in the file. */
  what: string
  hrefFor: (format: ExportFormat) => string
}

/** Exports a list in each format. */
export function ExportMenu({ endpoint, what, hrefFor }: ExportMenuProps) {
  const files = exportFormats.map((format) => ({ label: formatLabels[format], href: hrefFor(format) }))
  return <FilesMenu endpoint={endpoint} what={what} files={files} />
}

type Download = Pick<Endpoint, 'access' | 'needsRecentSignIn'>

type FilesMenuProps = { endpoint: Download; what: string; files: readonly { label: string; href: string }[] }

/** Menu of downloads. */
export function FilesMenu({ endpoint, what, files }: FilesMenuProps) {
  const { role } = useCurrentUser()
  const content = (
    <>
      <Download aria-hidden />
      Export
    </>
  )
  if (!allows(endpoint.access, role)) {
    return <BlockedButton reason="Your role is Read Only. Operations and Admin can export.">{content}</BlockedButton>
  }
  return (
    <DropdownMenu align="end" trigger={<Button>{content}</Button>}>
      <DropdownMenuLabel>{what}</DropdownMenuLabel>
      {files.map(({ label, href }) => (
        <DropdownMenuItem key={label} asChild>
          <DownloadLink endpoint={endpoint} href={href}>
            {label}
          </DownloadLink>
        </DropdownMenuItem>
      ))}
    </DropdownMenu>
  )
}
