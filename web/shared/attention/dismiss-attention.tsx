import { useState } from 'react'
import { attentionApi, type AttentionRow } from '#contract/attention.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { PermittedButton } from '../permitted-button.tsx'
import { attentionLabels, subjectOf } from './attention-words.ts'
import { DismissForm } from './dismiss-form.tsx'

export function DismissAttention({ row }: { row: AttentionRow }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        access={attentionApi.dismiss.access}
        deed="dismiss this"
        size="small"
        aria-label={`Dismiss ${attentionLabels[row.code]} of ${subjectOf(row)}`}
        onClick={() => setIsOpen(true)}
      >
        Dismiss
      </PermittedButton>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Dismiss this?"
        description={
          row.orderId
            ? 'It leaves the list and no longer keeps the order. Your reason stays in the order’s timeline.'
            : 'It leaves the list. The delivery stays among the orders in, where it can still be replayed.'
        }
      >
        <DismissForm attentionId={row.id} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}
