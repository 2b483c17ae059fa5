import { useState } from 'react'
import type { ChangeSetRow } from '#contract/bulk.ts'
import { TwoWayDrawer } from '#web/shared/two-way/two-way-drawer.tsx'
import { useUrlDetail } from '#web/shared/use-url-detail.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ColumnsCard } from './columns-card.tsx'
import { DownloadTemplate } from './download-template.tsx'
import { ChangeHistory } from './history-card.tsx'
import { PreviewCard } from './preview-card.tsx'
import { ResultCard } from './result-card.tsx'
import { TwoWaySyncButtons } from './two-way-buttons.tsx'
import { TwoWaySyncStatus } from './two-way-news.tsx'
import { UndoChangeDialog } from './undo-change.tsx'
import { UploadCard } from './upload-card.tsx'
import { useUploadFlow } from './use-upload-flow.ts'

export function UploadPage() {
  const flow = useUploadFlow()
  const { step } = flow
  const twoWay = useUrlDetail('run', 'only')
  const [undoing, setUndoing] = useState<ChangeSetRow | null>(null)

  return (
    <div className="grid gap-6">
      <PageHeader
        title="Bulk Upload"
        subtitle="Add and change many SKUs at once with an Excel file"
        actions={
          <>
            <TwoWaySyncButtons onPreview={twoWay.open} />
            <DownloadTemplate />
          </>
        }
      />
      <TwoWaySyncStatus onView={twoWay.open} />
      <UploadCard flow={flow} />
      {'preview' in step && <PreviewCard preview={step.preview} />}
      {step.at === 'done' && <ResultCard fileName={step.fileName} result={step.result} onUndo={setUndoing} />}
      <ColumnsCard />
      <ChangeHistory onUndo={setUndoing} />
      <UndoChangeDialog change={undoing} onClose={() => setUndoing(null)} />
      {twoWay.id && (
        <TwoWayDrawer
          key={twoWay.id}
          address={twoWay.id}
          only={twoWay.inside}
          onOnlyChange={twoWay.choose}
          onStarted={twoWay.swap}
          onClose={twoWay.close}
        />
      )}
    </div>
  )
}
