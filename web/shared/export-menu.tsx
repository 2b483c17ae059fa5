import Download from 'lucide-react/icons/download'
import { type ExportFormat, exportFormats } from '#contract/fields.ts'
import { type Access, allows } from '#contract/roles.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, DropdownMenuItem, DropdownMenuLabel } from '#web/ui/dropdown-menu.tsx'

const formatLabels: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'XLSX' }

type ExportMenuProps = {
  access: Access
  /** Describes the rows in the file. */
  what: string
  hrefFor: (format: ExportFormat) => string
}

/** Exports a list in each format. */
export function ExportMenu({ access, what, hrefFor }: ExportMenuProps) {
  const files = exportFormats.map((format) => ({ label: formatLabels[format], href: hrefFor(format) }))
  return <FilesMenu access={access} what={what} files={files} />
}

type FilesMenuProps = { access: Access; what: string; files: readonly { label: string; href: string }[] }

/** Menu of downloads. Plain links, so that the browser streams the file to disk. */
export function FilesMenu({ access, what, files }: FilesMenuProps) {
  const { role } = useCurrentUser()
  const content = (
    <>
      <Download aria-hidden />
      Export
    </>
  )
  if (!allows(access, role)) {
    return <BlockedButton reason="Your role is Read Only. Operations and Admin can export.">{content}</BlockedButton>
  }
  return (
    <DropdownMenu align="end" trigger={<Button>{content}</Button>}>
      <DropdownMenuLabel>{what}</DropdownMenuLabel>
      {files.map(({ label, href }) => (
        <DropdownMenuItem key={label} asChild>
          <a href={href} download>
            {label}
          </a>
        </DropdownMenuItem>
      ))}
    </DropdownMenu>
  )
}
