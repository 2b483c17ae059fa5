import Download from 'lucide-react/icons/download'
import { type ExportFormat, exportFormats } from '#contract/fields.ts'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { t } from '#contract/i18n.ts'
import { allows } from '#contract/roles.ts'
import { download, hasTypedText, pathWithQuery } from '#web/lib/api.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { BlockedButton } from '#web/ui/blocked-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, DropdownMenuItem, DropdownMenuLabel } from '#web/ui/dropdown-menu.tsx'
import { DownloadLink, useDownload } from './download-link.tsx'

const formatLabels: Record<ExportFormat, string> = { csv: 'CSV', xlsx: 'XLSX' }

type ExportMenuProps<E extends Endpoint> = {
  endpoint: E
  /** Describes the rows in the file. */
  what: string
  inputFor: (format: ExportFormat) => InputOf<E>
}

/** Exports a list in each format. */
export function ExportMenu<E extends Endpoint>({ endpoint, what, inputFor }: ExportMenuProps<E>) {
  const files = exportFormats.map((format): FileChoice => {
    const [label, input] = [formatLabels[format], inputFor(format)]
    return hasTypedText(endpoint, input)
      ? { label, fetchFile: () => download(endpoint, input) }
      : { label, href: pathWithQuery(endpoint, input) }
  })
  return <FilesMenu endpoint={endpoint} what={what} files={files} />
}

/** A link, or a call for a file whose input must not be in a URL. */
type FileChoice = { label: string } & ({ href: string } | { fetchFile: () => Promise<void> })

type FilesMenuProps = {
  endpoint: Pick<Endpoint, 'access' | 'needsRecentSignIn'>
  what: string
  files: readonly FileChoice[]
}

/** Menu of downloads. */
export function FilesMenu({ endpoint, what, files }: FilesMenuProps) {
  const { role } = useCurrentUser()
  const fetching = useDownload()
  const content = (
    <>
      <Download aria-hidden />
      {t('Export')}
    </>
  )
  if (!allows(endpoint.access, role)) {
    return (
      <BlockedButton reason={t('Your role is Read Only. Operations and Admin can export.')}>{content}</BlockedButton>
    )
  }
  return (
    <DropdownMenu align="end" trigger={<Button>{content}</Button>}>
      <DropdownMenuLabel>{what}</DropdownMenuLabel>
      {files.map((file) =>
        'href' in file ? (
          <DropdownMenuItem key={file.label} asChild>
            <DownloadLink endpoint={endpoint} href={file.href}>
              {file.label}
            </DownloadLink>
          </DropdownMenuItem>
        ) : (
          <DropdownMenuItem key={file.label} onSelect={() => fetching.mutate(file.fetchFile)}>
            {file.label}
          </DropdownMenuItem>
        ),
      )}
    </DropdownMenu>
  )
}
