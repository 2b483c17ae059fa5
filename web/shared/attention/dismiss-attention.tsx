import { Suspense, useState } from 'react'
import { attentionApi, type AttentionRow } from '#contract/attention.ts'
import { lazyPart } from '../later-part.tsx'
import { PermittedButton } from '../permitted-button.tsx'
import { attentionLabels, subjectOf } from './attention-words.ts'

const DismissDialog = lazyPart(async () => (await import('./dismiss-dialog.tsx')).DismissDialog)

export function DismissAttention({ row }: { row: AttentionRow }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        access={attentionApi.dismiss.access}
        task="dismiss this"
        size="small"
        aria-label={`Dismiss ${attentionLabels[row.code]} of ${subjectOf(row)}`}
        onFocus={DismissDialog.preload}
        onPointerEnter={DismissDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        Dismiss
      </PermittedButton>
      <Suspense>{isOpen && <DismissDialog row={row} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}
