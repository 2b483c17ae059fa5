import { type SubmitEvent, useState } from 'react'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { parseOverlap, overlapOptions, overlapSentence, defaultOverlap } from './overlap.ts'

type ReplaceDialogProps = {
  title: string
  description: string
  action: string
  /** What becomes of the one before, as the end of a sentence that begins with when. */
  loss: string
  serverError: unknown
  isPending: boolean
  onReplace: (overlapHours: number) => void
  onClose: () => void
}

/** Asks how long the present key or secret stays good beside the new one. */
export function ReplaceDialog({
  title,
  description,
  action,
  loss,
  onReplace,
  onClose,
  ...sending
}: ReplaceDialogProps) {
  const [chosen, setChosen] = useState(String(defaultOverlap))
  const overlap = parseOverlap(chosen)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    onReplace(overlap)
  }

  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label="How long the present one stays good" hint={overlapSentence(overlap, loss)}>
          {(control) => <Select {...control} options={overlapOptions} value={chosen} onValueChange={setChosen} />}
        </Field>
        <FormFooter {...sending} action={action} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
