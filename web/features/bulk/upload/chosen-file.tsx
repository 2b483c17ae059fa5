import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import X from 'lucide-react/icons/x'
import { Button } from '#web/ui/button.tsx'
import { formatFileSize } from './accept-file.ts'

type ChosenFileProps = { file: File; onRemove: (() => void) | null }

export function ChosenFile({ file, onRemove }: ChosenFileProps) {
  return (
    <div className="flex items-center gap-3 rounded-md border py-1.5 pr-1.5 pl-3">
      <FileSpreadsheet aria-hidden className="size-5 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <span className="font-medium">{file.name}</span> <span className="text-muted">{formatFileSize(file.size)}</span>
      </p>
      {onRemove && (
        <Button variant="quiet" size="icon" aria-label={`Remove ${file.name}`} onClick={onRemove}>
          <X aria-hidden />
        </Button>
      )}
    </div>
  )
}
