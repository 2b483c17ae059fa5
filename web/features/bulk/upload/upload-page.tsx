import { useState } from 'react'
import type { ChangeSetRow } from '#contract/bulk.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ColumnsCard } from './columns-card.tsx'
import { DownloadTemplate } from './download-template.tsx'
import { HistoryCard } from './history-card.tsx'
import { PreviewCard } from './preview-card.tsx'
import { ResultCard } from './result-card.tsx'
import { TwoWaySync } from './two-way-sync.tsx'
import { UndoChange } from './undo-change.tsx'
import { UploadCard } from './upload-card.tsx'
import { useUploadFlow } from './use-upload-flow.ts'

export function UploadPage() {
  const flow = useUploadFlow()
  const { step } = flow
  const [undoing, setUndoing] = useState<ChangeSetRow | null>(null)

  return (
    <div className="grid gap-6">
      <PageHeader
        title="Bulk Upload"
        subtitle="Add and change many SKUs at once with an Excel file"
        actions={
          <>
            <TwoWaySync />
            <DownloadTemplate />
          </>
        }
      />
      <UploadCard flow={flow} />
      {'preview' in step && <PreviewCard preview={step.preview} />}
      {step.at === 'done' && <ResultCard fileName={step.fileName} result={step.result} onUndo={setUndoing} />}
      <ColumnsCard />
      <HistoryCard onUndo={setUndoing} />
      <UndoChange change={undoing} onClose={() => setUndoing(null)} />
    </div>
  )
}
