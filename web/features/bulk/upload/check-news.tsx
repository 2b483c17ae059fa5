import type { UploadPreview } from '#contract/bulk.ts'
import { counted } from '#web/lib/figures.ts'
import { Alert } from '#web/ui/alert.tsx'
import { hasNothingToApply, nothingToApply } from './upload-steps.ts'

type CheckNewsProps = { preview: UploadPreview; isHeld: boolean }

/** What the check found and what pressing the button will do. */
export function CheckNews({ preview, isHeld }: CheckNewsProps) {
  const { created, updated, unchanged, failed, warned } = preview
  const leftOut = failed > 0 ? ` ${counted(failed, 'row')} with errors ${failed === 1 ? 'is' : 'are'} left out.` : ''

  if (hasNothingToApply(preview)) {
    return (
      <Alert tone="danger" title={nothingToApply}>
        Mend the rows listed below in your file and choose it again. Nothing was written.
      </Alert>
    )
  }
  if (created + updated === 0) {
    return (
      <Alert tone="info" title="Nothing would change">
        {counted(unchanged, 'row')} of the file {unchanged === 1 ? 'says' : 'say'} what is stored already.{leftOut}
      </Alert>
    )
  }
  if (isHeld) {
    return (
      <Alert tone="warning" title={`Stopped: ${counted(warned, 'row')} to look at`}>
        They stand first in the list below. Nothing is written yet; press Upload &amp; Process again to apply{' '}
        {counted(created + updated, 'row')}.{leftOut}
      </Alert>
    )
  }
  return (
    <Alert tone={warned > 0 ? 'warning' : 'info'} title="Nothing is written yet">
      Upload &amp; Process applies {counted(created + updated, 'row')}.{leftOut}
      {warned > 0 && ` Look at the ${counted(warned, 'row')} at the top of the list first.`}
    </Alert>
  )
}
